/// An option of a command. The options determine parsing, help, completions and the reference.
struct Option: Sendable {
  /// The kind of an option's value.
  enum Value: Sendable {
    /// No value: the option is either set or not.
    case none
    /// Any string, with a placeholder for help.
    case text(String)
    /// The path of a file, with a placeholder for help.
    case file(String)
    /// The path of a folder, with a placeholder for help.
    case folder(String)
    /// One of several words.
    case choice([String])
    /// A comma-separated list of words.
    case list([String])

    /// The placeholder of the value in help, or `nil` if there is no value.
    var placeholder: String? {
      switch self {
      case .none: nil
      case .text(let name), .file(let name), .folder(let name): name
      case .choice(let choices): choices.joined(separator: "|")
      case .list(let choices): choices.joined(separator: ",")
      }
    }
  }

  /// The name, without hyphens.
  let name: String
  /// The letter of the short form, or `nil` if there is none.
  let short: Character?
  /// A closure that returns the kind of the value.
  private let makeValue: @Sendable () -> Value
  /// The description for help.
  let help: String
  /// The value that requires another word, as a separate argument or after `=`:
  /// `changed-since REV`. The parsed value contains both, joined with `=`.
  let qualified: String?

  /// Creates an option.
  ///
  /// - Parameters:
  ///   - name: The name, without hyphens.
  ///   - short: The letter of the short form.
  ///   - value: The kind of the value. It is evaluated on demand because a run requires the values
  ///     of only a few options.
  ///   - help: The description for help.
  ///   - qualified: The value that requires another word.
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

  /// The kind of the value.
  var value: Value { makeValue() }

  /// Creates an option without a value.
  init(_ name: String, _ help: String) { self.init(name, .none, help) }
}

/// A command: its description, its options and the closure that runs it.
struct Command: Sendable {
  /// The name: one word, or a group and a word.
  let name: String
  /// The syntax of the arguments: `FILE...`.
  let arguments: String
  /// The summary for help.
  let summary: String
  /// Further lines of help; may be empty.
  let discussion: String
  /// A closure that returns the command's own options.
  private let makeOptions: @Sendable () -> [Option]
  /// Whether the command has the `--quiet` and `--verbose` options.
  let hasVerbosity: Bool
  /// A closure that runs the command and returns the exit status.
  let run: @Sendable (Invocation) throws -> Int32

  /// Creates a command.
  ///
  /// - Parameters:
  ///   - name: The name: one word, or a group and a word.
  ///   - arguments: The syntax of the arguments.
  ///   - summary: The summary for help.
  ///   - discussion: Further lines of help.
  ///   - hasVerbosity: Whether the command has the `--quiet` and `--verbose` options.
  ///   - options: The command's own options. They are evaluated on demand because a run requires
  ///     the options of only one command.
  ///   - run: Runs the command and returns the exit status.
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

  /// All options, including the verbosity options.
  var options: [Option] { makeOptions() + (hasVerbosity ? CommandTable.Shared.verbosity : []) }
}

extension Command {
  /// The group of a two-word command, otherwise `nil`.
  var group: String? {
    name.utf8.firstIndex(of: UInt8(ascii: " ")).map { String(name[..<$0]) }
  }

  /// The last word of the name.
  var lastWord: String { name.split(separator: " ").last.map(String.init) ?? name }
}
