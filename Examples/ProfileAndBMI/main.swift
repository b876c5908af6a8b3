import Foundation

// In an app the system calls the screen and keeps the program running; here two lines do.
ProfileScreen.appear()
dispatchMain()
