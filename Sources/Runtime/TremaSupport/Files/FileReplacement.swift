/// Files that are replaced atomically.
package enum FileReplacement {
  /// Moves a file to the place of another, which readers see before or after, and never half.
  ///
  /// - Throws: where that failed; the temporary file is removed then, and the other is as it was.
  package static func replace(_ path: String, with temporary: String) throws(SystemError) {
    guard rename(temporary, path) != 0 else { return }
    let error = SystemError()
    unlink(temporary)
    throw error
  }

  /// The folder of a path, `.` where it names none.
  package static func folder(of path: String) -> String {
    let bytes = Array(path.utf8)
    let slash = bytes.lastIndex(of: UInt8(ascii: "/"))
    return slash.map { $0 == 0 ? "/" : String(decoding: bytes[..<$0], as: UTF8.self) } ?? "."
  }

  /// Returns when the names in a folder are on the disk. Some file systems cannot be asked to, and keep names in
  /// their own way; that is no error.
  package static func synchronize(_ folder: FileDescriptor) throws(SystemError) {
    do throws(SystemError) {
      try folder.synchronize()
    } catch {
      guard error.code == EINVAL || error.code == ENOTSUP else { throw error }
    }
  }
}
