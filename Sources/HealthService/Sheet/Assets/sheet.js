// Turns all switches of a sheet at once, and counts those that are on. Everything works without it:
// the button is one of the form, too, and the server shows the sheet again.
"use strict";

const button = document.querySelector("[data-turn-all]");
const count = document.querySelector("[data-count]");
const switches = Array.from(document.querySelectorAll("input[role=switch]"));

function show() {
  const on = switches.filter((item) => item.checked).length;
  const isAllOn = on === switches.length;
  button.value = isAllOn ? "allOff" : "allOn";
  button.textContent = isAllOn ? button.dataset.off : button.dataset.on;
  count.textContent = count.dataset.count
    .replace("{on}", String(on))
    .replace("{all}", String(switches.length));
  count.hidden = false;
}

if (button && count && switches.length > 0) {
  button.addEventListener("click", (event) => {
    event.preventDefault();
    const isOn = !switches.every((item) => item.checked);
    for (const item of switches) item.checked = isOn;
    show();
  });
  for (const item of switches) item.addEventListener("change", show);
  // A browser that comes back to the page may have kept the switches as they were.
  window.addEventListener("pageshow", show);
  show();
}
