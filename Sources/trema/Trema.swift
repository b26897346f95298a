import TremaDiagnostics
import TremaProject

/// The command: parses its arguments, calls a library, prints.
@main
struct Trema {
  static let version = "0.1.0"

  static func main() {
    Console.prepare()
    var words = CommandLine.arguments.dropFirst()
    let status: Int32
    do {
      status = try run(&words)
    } catch let diagnostic as Diagnostic {
      if diagnostic.code != StandardStream.readerGone { DiagnosticPrinter.print([diagnostic]) }
      status = ExitStatus.of([diagnostic])
    } catch {
      Console.note(Array("trema: error: \(error)\n".utf8))
      status = 1
    }
    exitProcess(status)
  }

  private static func run(_ words: inout ArraySlice<String>) throws -> Int32 {
    guard let first = words.first else {
      Console.note(Array(Help.overview().utf8))
      return 2
    }
    switch first {
    case "--help", "-h": words[words.startIndex] = "help"
    case "--version": words[words.startIndex] = "version"
    default: break
    }
    let command = try CommandTable.command(namedBy: &words)
    // The name is taken before `--`, where it could be an argument.
    let options = words.prefix { $0 != "--" }
    if options.contains("--help") || options.contains("-h") {
      try Console.print(Help.text(of: command))
      return 0
    }
    return try command.run(Invocation(words, of: command))
  }
}
