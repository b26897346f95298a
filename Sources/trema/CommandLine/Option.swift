/// One option of a command. The table of them drives parsing, help, completions and the reference.
struct Option: Sendable {
  /// The value after the option.
  enum Value: Sendable {
    /// Nothing: it is on or off.
    case none
    case text(String)
    case file(String)
    case folder(String)
    case choice([String])
    /// Several of them, with commas.
    case list([String])

    /// The word for it in help.
    var placeholder: String? {
      switch self {
      case .none: nil
      case .text(let name), .file(let name), .folder(let name): name
      case .choice(let choices): choices.joined(separator: "|")
      case .list(let choices): choices.joined(separator: ",")
      }
    }
  }

  let name: String
  let short: Character?
  private let makeValue: @Sendable () -> Value
  let help: String
  /// The value that needs another word behind it, or after a `=`: `changed-since REV`. What the
  /// option then has is both, with the `=`.
  let qualified: String?

  /// - Parameter value: made when it is asked for, as that of few options is at a start.
  init(
    _ name: String, short: Character? = nil,
    _ value: @autoclosure @escaping @Sendable () -> Value, _ help: String,
    qualified: String? = nil
  ) {
    self.name = name
    self.short = short
    makeValue = value
    self.help = help
    self.qualified = qualified
  }

  var value: Value { makeValue() }

  init(_ name: String, _ help: String) { self.init(name, .none, help) }
}

/// One command: its words, and what it does.
struct Command: Sendable {
  /// One word, or two: a group and the command in it.
  let name: String
  /// The arguments after the name: `FILE...`.
  let arguments: String
  let summary: String
  /// More about it, in lines of help.
  let discussion: String
  private let makeOptions: @Sendable () -> [Option]
  /// Whether it takes the options that say how much is printed.
  let hasVerbosity: Bool
  let run: @Sendable (Invocation) throws -> Int32

  /// - Parameter options: made when they are asked for, as those of one command alone are at a start.
  init(
    name: String, arguments: String, summary: String, discussion: String = "",
    hasVerbosity: Bool = true, options: @autoclosure @escaping @Sendable () -> [Option],
    run: @escaping @Sendable (Invocation) throws -> Int32
  ) {
    self.name = name
    self.arguments = arguments
    self.summary = summary
    self.discussion = discussion
    makeOptions = options
    self.hasVerbosity = hasVerbosity
    self.run = run
  }

  var options: [Option] { makeOptions() + (hasVerbosity ? CommandTable.Shared.verbosity : []) }
}

extension Command {
  /// The first of two words.
  var group: String? {
    name.utf8.firstIndex(of: UInt8(ascii: " ")).map { String(name[..<$0]) }
  }

  var lastWord: String { name.split(separator: " ").last.map(String.init) ?? name }
}
