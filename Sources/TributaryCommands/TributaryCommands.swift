// TributaryCommands
