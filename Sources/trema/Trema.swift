import TremaProject
import TremaSupport

/// The `trema` command. It parses the arguments, calls the libraries and prints the result.
@main
struct Trema {
  /// The version of the tool.
  static let version = "0.1.0"

  /// Runs the command and ends the process with its exit status. Errors are printed to standard
  /// error.
  static func main() {
    Console.prepare()
    var words = CommandLine.arguments.dropFirst()
    let status: Int32
    do {
      status = try run(&words)
    } catch let diagnostic as Diagnostic {
      DiagnosticPrinter.print([diagnostic])
      status = ExitStatus.of([diagnostic])
    } catch {
      Console.note(Array("trema: error: \(error)\n".utf8))
      status = 1
    }
    exitProcess(status)
  }

  /// Runs the command specified by the arguments.
  ///
  /// - Parameter words: The arguments of the process, without its name.
  /// - Returns: The exit status: 2 if no command is specified, otherwise the exit status of the
  ///   command.
  /// - Throws: A `.usage` diagnostic for invalid arguments, or any error of the command.
  private static func run(_ words: inout ArraySlice<String>) throws -> Int32 {
    guard let first = words.first else {
      Console.note(Array(Help.overview().utf8))
      return 2
    }
    switch first {
    case "--help", "-h": words[words.startIndex] = "help"
    case "--version": words[words.startIndex] = "version"
    case let group where CommandTable.groups.contains(group):
      if let status = try showGroup(group, words.dropFirst()) { return status }
    default: break
    }
    let command = try CommandTable.command(namedBy: &words)
    // A word after `--` is an argument, even if it looks like an option.
    let options = words.prefix { $0 != "--" }
    // Help is printed for a complete command, even if its other arguments are invalid.
    if options.contains("--help") || options.contains("-h") {
      try Console.print(Help.text(of: command))
      return 0
    }
    let invocation = try Invocation(words, of: command)
    Console.setVerbosity(of: invocation)
    return try command.run(invocation)
  }

  /// Prints the commands of a group if no command is specified or help is requested.
  ///
  /// - Returns: The exit status, or `nil` if a command is specified.
  private static func showGroup(
    _ group: String, _ words: ArraySlice<String>
  ) throws(Diagnostic) -> Int32? {
    let help = Array(Help.text(ofGroup: group).utf8)
    switch words.first {
    case nil:
      Console.note(help)
      return 2
    case "--help"?, "-h"?:
      try Console.print(help)
      return 0
    default: return nil
    }
  }
}
