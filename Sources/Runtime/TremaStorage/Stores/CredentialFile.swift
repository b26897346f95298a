#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import TremaSupport

/// Reads files that contain one secret each, and lists the folder that contains them.
enum CredentialFile {
  /// A failure to read a credential.
  enum Failure: Error {
    /// A system call failed. The associated value is the error number.
    case system(Int32)
    /// The path is neither a regular file nor a link to one.
    case notRegularFile
    /// Users other than the owner can write the file. The associated value is its mode.
    case insecurePermissions(UInt16)

    /// Returns the failure as an error for the file at a path.
    func secretError(_ path: String) -> SecretError {
      switch self {
      case .system(EACCES), .system(EPERM): .denied("reading \(path)")
      case .system(let code):
        .system(path: path, code: code, reason: String(cString: strerror(code)))
      case .notRegularFile: .system(path: path, code: EINVAL, reason: "not a file")
      case .insecurePermissions(let mode): .insecurePermissions(path: path, mode: mode)
      }
    }
  }

  /// Returns a file's content. Symbolic links are followed, because Kubernetes provides secrets as
  /// links.
  static func read(_ path: String) throws(Failure) -> Data { try contents(path).get() }

  /// Returns the content of a file, or the failure.
  private static func contents(_ path: String) -> Result<Data, Failure> {
    do throws(SystemError) {
      // Without `O_NONBLOCK`, opening a named pipe would wait for a writer.
      let file = try FileDescriptor(path: path, flags: O_RDONLY | O_NONBLOCK)
      let status = try file.status()
      guard status.st_mode & S_IFMT == S_IFREG else { return .failure(.notRegularFile) }
      guard status.st_mode & 0o002 == 0 else {
        return .failure(.insecurePermissions(UInt16(status.st_mode & 0o7777)))
      }
      return .success(Data(try file.readAll(expecting: Int(status.st_size))))
    } catch {
      return .failure(.system(error.code))
    }
  }

  /// Returns whether the path is a folder.
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Returns the file names in a folder, in no particular order. Names that are not valid UTF-8 are
  /// omitted.
  static func names(in folder: String) throws(Failure) -> [String] {
    guard let entries = opendir(folder) else { throw .system(errno) }
    defer { closedir(entries) }
    var names: [String] = []
    while let entry = readdir(entries) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(validUTF8: bytes.prefix { $0 != 0 })
      }
      if let name, name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
