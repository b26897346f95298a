/// The last resort: a line on standard error about logging itself.
enum LogNote {
  static func write(_ text: String) {
    let line = Array("trema: \(LogText.escaped(text))\n".utf8)
    // Nobody is left who could be told that this fails.
    _ = try? Descriptor.standardError.writeUnbroken(line)
  }
}
