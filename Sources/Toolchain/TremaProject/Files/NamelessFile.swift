import TremaSupport

/// Files without a name: they are removed when the process ends, in any way.
enum NamelessFile {
  private static var folder: String { getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp" }

  /// - Returns: an open file with these bytes; reading begins with the first.
  static func make(_ bytes: [UInt8] = []) throws(SystemError) -> FileDescriptor {
    let folder = folder
    // The capitals are not a name: mkstemp puts one there that no other file has.
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

  static func append(_ bytes: [UInt8], to file: FileDescriptor) throws(SystemError) {
    do throws(SystemError) {
      try file.write(bytes)
    } catch {
      throw failure(error)
    }
  }

  private static func failure(_ error: SystemError) -> SystemError {
    var error = error
    error.copyFolder = folder
    return error
  }
}
