# Tributary: every command a person needs. `make help` lists them.

SHELL := /bin/bash
TRIBUTARY := .build/release/tributary
# Tests at a time: many more only wait for each other on a small machine.
TEST_WIDTH ?= 4
# How long a soak has load and faults, or a fuzz run sends, and what decides them; without a seed
# it draws one.
MINUTES ?= 10
SEED ?=
# How many records the export of bench-import has.
RECORDS ?= 1000000
# How large the store of a large benchmark gets, and among how many users.
SAMPLES ?= 20000000
USERS ?= 1000

.DEFAULT_GOAL := help
.PHONY: help run demo simulate test soak fuzz bench bench-large bench-import build lint format catalogue packages \
	clean

help: ## List these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: build ## Run the server on its embedded PostgreSQL (ARGS='--port 9000' for more)
	@exec $(TRIBUTARY) serve --announce $(ARGS)

demo: build ## Show a week of three devices merged; leaves nothing running
	@exec $(TRIBUTARY) demo $(ARGS)

simulate: build ## Push 100 simulated people's month and check all totals (ARGS='--users 5 --check')
	@exec $(TRIBUTARY) simulate $(or $(ARGS),--users 100 --days 30 --check)

test: packages ## Build and run every test
	SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=$(TEST_WIDTH) swift test $(ARGS)

soak: build ## Kill, cut and compare for MINUTES=10 (SEED=n replays the decisions of a run)
	TRIBUTARY_TEST_PROGRAM=$(CURDIR)/$(TRIBUTARY) TRIBUTARY_SOAK_MINUTES=$(MINUTES) \
		TRIBUTARY_SOAK_SEED=$(SEED) swift test --filter SoakTests $(ARGS)

fuzz: build ## Send broken heads, bodies, units and forms for MINUTES=60 (SEED=n sends them again)
	TRIBUTARY_TEST_PROGRAM=$(CURDIR)/$(TRIBUTARY) TRIBUTARY_FUZZ_MINUTES=$(MINUTES) \
		TRIBUTARY_FUZZ_SEED=$(SEED) swift test --filter ServerFuzzTests $(ARGS)

bench: build ## Measure ingest, reads, storage and memory, each against a baseline of the same run
	@exec $(TRIBUTARY) bench $(ARGS)

bench-import: build ## Import a made-up export of RECORDS=1000000 here and with healthkit-to-sqlite
	@Benchmarks/import --records $(RECORDS) $(ARGS)

bench-large: build ## Measure ingest and reads while a store grows to SAMPLES=20000000 of USERS=1000
	@exec $(TRIBUTARY) bench --only scale --scale $(SAMPLES) --users $(USERS) $(ARGS)

build: packages ## Build the program in release mode
	@swift build -c release --product tributary

lint: ## Check the format of all sources, strictly
	swift format lint --strict --parallel --recursive Package.swift Sources Tests Migrations

format: ## Format all sources in place
	swift format --in-place --parallel --recursive Package.swift Sources Tests Migrations

catalogue: ## Generate the catalogue of types from its tables
	Scripts/generate-catalogue

packages: ## Install the system packages that are missing
	@Scripts/install-packages

clean: ## Remove everything that was built
	rm -rf .build
