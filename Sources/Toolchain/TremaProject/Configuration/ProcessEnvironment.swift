import TremaSupport

/// The environment variables of the process.
package enum ProcessEnvironment {
  /// All variables. If a name is repeated, its first value is used, as in `getenv`. Invalid UTF-8
  /// is replaced.
  package static var variables: [String: String] {
    var variables: [String: String] = [:]
    var next = environ
    while let text = next.pointee {
      let bytes = UnsafeBufferPointer(start: text, count: strlen(text)).map(UInt8.init(bitPattern:))
      next += 1
      guard let separator = bytes.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let name = String(decoding: bytes[..<separator], as: UTF8.self)
      if variables[name] == nil {
        variables[name] = String(decoding: bytes[(separator + 1)...], as: UTF8.self)
      }
    }
    return variables
  }

  /// Whether the process runs in continuous integration: the `CI` variable is set and is neither
  /// empty nor `false`.
  package static var isContinuousIntegration: Bool {
    guard let value = getenv("CI") else { return false }
    return value.pointee != 0 && strcmp(value, "false") != 0
  }
}
