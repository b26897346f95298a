import TremaSupport

/// Unnamed temporary files. The kernel removes them when the process ends for any reason.
enum AnonymousFile {
  /// The folder for temporary files.
  private static var folder: String { getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp" }

  /// Creates a file.
  ///
  /// - Parameter bytes: The initial contents.
  /// - Returns: The open file, positioned at its first byte.
  static func make(_ bytes: [UInt8] = []) throws(SystemError) -> FileDescriptor {
    let folder = folder
    // `mkstemp` replaces each `X` with a character to make the name unique.
    var template = Array("\(folder)/trema-XXXXXX".utf8CString)
    let file = FileDescriptor(mkstemp(&template))
    guard file.number >= 0 else { throw failure(SystemError()) }
    unlink(template)
    if !bytes.isEmpty {
      try append(bytes, to: file)
      lseek(file.number, 0, SEEK_SET)
    }
    return file
  }

  /// Appends bytes to a file. The error message mentions the folder for temporary files.
  static func append(_ bytes: [UInt8], to file: FileDescriptor) throws(SystemError) {
    do throws(SystemError) {
      try file.write(bytes)
    } catch {
      throw failure(error)
    }
  }

  /// Returns an error that mentions the folder for temporary files.
  private static func failure(_ error: SystemError) -> SystemError {
    var error = error
    error.copyFolder = folder
    return error
  }
}
