import TremaProject
import TremaSupport

/// Standard output and standard error.
enum Console {
  /// Prepares the streams, before any file is opened.
  static func prepare() {
    StandardStream.reserveClosed()
    // A reader that goes away early must not end the process between two steps.
    signal(SIGPIPE, SIG_IGN)
  }

  /// Results. A full disk or a closed terminal is an error like that of any other output.
  static func print(_ text: String) throws(Diagnostic) { try print(Array(text.utf8)) }

  /// A reader that has gone, as `head` does, wanted no more: what it does not read is no failure, and
  /// the exit status is that of the work.
  static func print(_ bytes: [UInt8]) throws(Diagnostic) {
    do throws(Diagnostic) {
      try StandardStream.output.write(bytes)
    } catch {
      if error.code != StandardStream.readerGone { throw error }
    }
  }

  /// Prints the result of a command, unless `--quiet` is given.
  static func say(_ text: String) throws(Diagnostic) {
    if verbosity.value != .quiet { try print(text) }
  }

  enum Verbosity { case quiet, usual, verbose }

  static let verbosity = LockedValue(Verbosity.usual)

  static func setVerbosity(of invocation: Invocation) {
    if invocation.isSet("verbose") {
      verbosity.withLock { $0 = .verbose }
      InputFile.observe { path in note(Array("reading \(TerminalText.shown(path))\n".utf8)) }
    } else if invocation.isSet("quiet") {
      verbosity.withLock { $0 = .quiet }
    }
  }

  /// Results that a file may take.
  ///
  /// - Parameter file: nil for standard output.
  static func print(_ bytes: [UInt8], to file: String?) throws(Diagnostic) {
    guard let file else { return try print(bytes) }
    let transaction = OutputTransaction()
    transaction.file(file).bytes = bytes
    _ = try transaction.commit()
  }

  /// Writes diagnostics and progress; without standard error there is no other stream.
  static func note(_ bytes: [UInt8]) { try? StandardStream.error.write(bytes) }

  static func isTerminal(_ stream: StandardStream) -> Bool { isatty(stream.descriptor) == 1 }

  /// Whether a user can be asked.
  static var isInteractive: Bool { isatty(0) == 1 && isTerminal(.error) }

  /// Colour only on a terminal and without `NO_COLOR` (no-color.org).
  static func usesColor(_ stream: StandardStream) -> Bool {
    isTerminal(stream) && !isColorUnwanted
  }

  /// Whether git runs the command and shows what it prints in a pager, which it hands colours to.
  ///
  /// Source: git(1), `GIT_PAGER_IN_USE`.
  static var pagerTakesColor: Bool {
    !isColorUnwanted && getenv("GIT_PAGER_IN_USE") != nil
  }

  private static var isColorUnwanted: Bool { getenv("NO_COLOR").map { $0.pointee != 0 } ?? false }

  /// The columns of the terminal that results go to; nil when they go elsewhere.
  static var width: Int? {
    var size = winsize()
    guard ioctl(StandardStream.output.descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0
    else { return nil }
    return Int(size.ws_col)
  }
}
