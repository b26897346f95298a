import TremaSupport

/// A temporary file that is deleted when the object is released.
final class ScratchFile: Sendable {
  /// The file's path.
  let path: String

  /// Creates a file with the given content, or returns `nil` if it cannot be written.
  init?(_ bytes: [UInt8]) {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(folder)/trema-conformance-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { return nil }
    defer { _ = close(descriptor) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else {
        unlink(path)
        return nil
      }
      rest = rest.dropFirst(count)
    }
  }

  deinit { unlink(path) }
}
