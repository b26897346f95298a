#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import TremaSupport

/// A file with one secret, and the folder that it is in.
enum CredentialFile {
  enum Failure: Error {
    case system(Int32)
    /// Neither a file nor a link to one.
    case notFile
    /// Others than its owner can change it.
    case tooOpen(UInt16)

    func secretError(_ path: String) -> SecretError {
      switch self {
      case .system(EACCES), .system(EPERM): .denied("reading \(path)")
      case .system(let code):
        .system(path: path, code: code, reason: String(cString: strerror(code)))
      case .notFile: .system(path: path, code: EINVAL, reason: "not a file")
      case .tooOpen(let mode): .tooOpen(path: path, mode: mode)
      }
    }
  }

  /// Links are followed: Kubernetes makes its secrets so.
  static func read(_ path: String) throws(Failure) -> Data { try contents(path).get() }

  private static func contents(_ path: String) -> Result<Data, Failure> {
    do throws(SystemError) {
      // Without O_NONBLOCK a pipe under that name would wait for a writer.
      let file = try FileDescriptor(path: path, flags: O_RDONLY | O_NONBLOCK)
      let status = try file.status()
      guard status.st_mode & S_IFMT == S_IFREG else { return .failure(.notFile) }
      guard status.st_mode & 0o002 == 0 else {
        return .failure(.tooOpen(UInt16(status.st_mode & 0o7777)))
      }
      return .success(Data(try file.readAll(expecting: Int(status.st_size))))
    } catch {
      return .failure(.system(error.code))
    }
  }

  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// - Returns: those that are UTF-8, in no order.
  static func names(in folder: String) throws(Failure) -> [String] {
    guard let entries = opendir(folder) else { throw .system(errno) }
    defer { closedir(entries) }
    var names: [String] = []
    while let entry = readdir(entries) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if let name, name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
