/// Reports about logging itself, written to standard error when no handler can receive them.
enum LogNote {
  /// Writes a line to standard error.
  static func write(_ text: String) {
    let line = Array("trema: \(LogText.escaped(text))\n".utf8)
    // There's nowhere to report a failure here.
    _ = try? Descriptor.standardError.writeSuppressingSIGPIPE(line)
  }
}
