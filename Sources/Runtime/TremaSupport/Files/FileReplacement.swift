/// Atomic file replacement.
package enum FileReplacement {
  /// Renames a file to replace another file. Readers see either the old or the new file, never a
  /// partial file.
  ///
  /// - Throws: `SystemError` if renaming failed. In this case, the temporary file has been removed
  ///   and the other file is unchanged.
  package static func replace(_ path: String, with temporary: String) throws(SystemError) {
    guard rename(temporary, path) != 0 else { return }
    let error = SystemError()
    unlink(temporary)
    throw error
  }

  /// Returns the folder of a path, or `.` if the path contains none.
  package static func folder(of path: String) -> String {
    let bytes = Array(path.utf8)
    let slash = bytes.lastIndex(of: UInt8(ascii: "/"))
    return slash.map { $0 == 0 ? "/" : String(decoding: bytes[..<$0], as: UTF8.self) } ?? "."
  }

  /// Returns after the names in a folder are on the disk. It is not an error if the file system
  /// does not support this.
  package static func synchronize(_ folder: FileDescriptor) throws(SystemError) {
    do throws(SystemError) {
      try folder.synchronize()
    } catch {
      guard error.code == EINVAL || error.code == ENOTSUP else { throw error }
    }
  }
}
