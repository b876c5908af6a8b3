import Foundation
import TributaryCommands

exit(await Tributary.run(Array(CommandLine.arguments.dropFirst())))
