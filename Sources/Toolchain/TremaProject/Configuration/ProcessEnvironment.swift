import TremaSupport

/// The environment variables that the process was started with.
package enum ProcessEnvironment {
  /// All variables; of two with one name the first, as `getenv` has it. What is not UTF-8 in them is
  /// replaced.
  package static var variables: [String: String] {
    var variables: [String: String] = [:]
    var next = environ
    while let text = next.pointee {
      let bytes = UnsafeBufferPointer(start: text, count: strlen(text)).map(UInt8.init(bitPattern:))
      next += 1
      guard let sign = bytes.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let name = String(decoding: bytes[..<sign], as: UTF8.self)
      if variables[name] == nil {
        variables[name] = String(decoding: bytes[(sign + 1)...], as: UTF8.self)
      }
    }
    return variables
  }

  /// Whether the process runs in continuous integration: `CI` is set, and neither empty nor
  /// `false`.
  package static var isContinuousIntegration: Bool {
    guard let value = getenv("CI") else { return false }
    return value.pointee != 0 && strcmp(value, "false") != 0
  }
}
