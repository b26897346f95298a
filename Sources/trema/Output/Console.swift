import TremaProject
import TremaSupport

/// Standard output, standard error and the terminal's properties.
enum Console {
  /// Prepares the standard streams. This method must be called before any file is opened.
  static func prepare() {
    StandardStream.reserveClosed()
    // If the signal is ignored, writing to a closed pipe is an error that can be handled, and
    // doesn't end the process in the middle of an operation.
    signal(SIGPIPE, SIG_IGN)
  }

  /// Prints a result to standard output. A full disk or a closed stream is an error, as for any
  /// other output.
  static func print(_ text: String) throws(Diagnostic) { try print(Array(text.utf8)) }

  /// Prints a result to standard output.
  ///
  /// A reader that has ended, as `head` does, needs no more output. This is not an error and does
  /// not affect the exit status.
  ///
  /// - Throws: An `.unwritable` diagnostic.
  static func print(_ bytes: [UInt8]) throws(Diagnostic) {
    do throws(Diagnostic) {
      try StandardStream.output.write(bytes)
    } catch {
      if error.code != StandardStream.brokenPipe { throw error }
    }
  }

  /// Prints the summary of a command unless `--quiet` is set.
  static func printSummary(_ text: String) throws(Diagnostic) {
    if verbosity.value != .quiet { try print(text) }
  }

  /// The amount of output.
  enum Verbosity { case quiet, normal, verbose }

  /// The amount of output that the options request.
  static let verbosity = LockedValue(Verbosity.normal)

  /// Sets the amount of output. With `--verbose`, the paths of opened files are printed to standard
  /// error.
  static func setVerbosity(of invocation: Invocation) {
    if invocation.isSet("verbose") {
      verbosity.withLock { $0 = .verbose }
      InputFile.observe { path in note(Array("reading \(TerminalText.escaped(path))\n".utf8)) }
    } else if invocation.isSet("quiet") {
      verbosity.withLock { $0 = .quiet }
    }
  }

  /// Writes a result to a file or to standard output.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the result.
  ///   - file: The path of the file, or `nil` for standard output.
  /// - Throws: An `.unwritable` diagnostic.
  static func print(_ bytes: [UInt8], to file: String?) throws(Diagnostic) {
    guard let file else { return try print(bytes) }
    let transaction = OutputTransaction()
    transaction.file(file).bytes = bytes
    _ = try transaction.commit()
  }

  /// Writes diagnostics or progress to standard error. Errors are ignored, because there is no
  /// other stream to report them.
  static func note(_ bytes: [UInt8]) { try? StandardStream.error.write(bytes) }

  /// Returns whether a stream is a terminal.
  static func isTerminal(_ stream: StandardStream) -> Bool { isatty(stream.descriptor) == 1 }

  /// Whether the user can be prompted: standard input and standard error are terminals.
  static var isInteractive: Bool { isatty(0) == 1 && isTerminal(.error) }

  /// Returns whether to use colors on a stream, which is the case if it is a terminal and
  /// `NO_COLOR` is not set (no-color.org).
  static func usesColor(_ stream: StandardStream) -> Bool {
    isTerminal(stream) && !isColorDisabled
  }

  /// Whether Git runs the command and shows its output in a pager that supports colors.
  ///
  /// See git(1), `GIT_PAGER_IN_USE`.
  static var pagerSupportsColor: Bool {
    !isColorDisabled && getenv("GIT_PAGER_IN_USE") != nil
  }

  /// Whether `NO_COLOR` is set and not empty.
  private static var isColorDisabled: Bool { getenv("NO_COLOR").map { $0.pointee != 0 } ?? false }

  /// The width in columns of the terminal on standard output, or `nil` if standard output is not a
  /// terminal.
  static var width: Int? {
    var size = winsize()
    guard ioctl(StandardStream.output.descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0
    else { return nil }
    return Int(size.ws_col)
  }
}
