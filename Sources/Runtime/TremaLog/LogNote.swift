/// The last resort: a line on standard error about logging itself.
enum LogNote {
  static func write(_ text: String) {
    let line = Array("trema: \(LogText.escaped(text))\n".utf8)
    // A failure here cannot be reported anywhere.
    _ = try? Descriptor.standardError.writeUnbroken(line)
  }
}
