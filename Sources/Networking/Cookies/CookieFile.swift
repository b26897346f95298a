import TremaHTTP
import TremaSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A file that stores cookies between launches of an app. Only its owner can read it (mode 0600).
/// It is replaced atomically: a reader always finds the complete output of the last writer.
public struct CookieFile: Hashable, Sendable {
  /// The file's path.
  package let path: String
  /// Whether cookies without an expiry are also stored.
  package let keepsSession: Bool

  /// Creates a cookie file, which is not opened before its first use.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - keepsSession: Whether cookies without an expiry are also stored.
  public init(_ path: String, keepsSession: Bool = false) {
    (self.path, self.keepsSession) = (path, keepsSession)
  }

  /// The path that a damaged file is moved to.
  package var damagedPath: String { path + ".damaged" }

  /// Returns the file's cookies that have not expired, or an empty array if there is no file.
  public func read(at date: Date = Date()) throws(CookieFileError) -> [Cookie] {
    let bytes: [UInt8]
    do {
      bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
      return []
    } catch {
      throw .unreadable(path: path)
    }
    guard let cookies = CookieFileFormat.cookies(in: bytes) else { throw .damaged(path: path) }
    return cookies.filter { !$0.isExpired(at: date) && (keepsSession || $0.expires != nil) }
  }

  /// Writes the cookies that have not expired. Session cookies are omitted unless the file keeps
  /// them.
  public func write(_ cookies: [Cookie], at date: Date = Date()) throws(CookieFileError) {
    let saved = cookies.filter { !$0.isExpired(at: date) && (keepsSession || $0.expires != nil) }
    // The name is unique to the process and the call, so concurrent writers never write to the same
    // file.
    let number = Self.writes.add(1)
    let temporary = "\(path)\(Self.unfinished)\(getpid())-\(number)"
    do throws(SystemError) {
      try Self.write(CookieFileFormat.bytes(of: saved), to: temporary)
      try FileReplacement.replace(path, with: temporary)
    } catch {
      throw .unwritable(path: path, code: error.code)
    }
  }

  /// The number of writes by this process.
  private static let writes = LockedValue(0)
  /// The part of an unfinished file's name between the path and the number.
  private static let unfinished = ".new-"

  /// Removes the unfinished files of processes that ended while writing. A file is considered
  /// abandoned after a minute.
  func removeLeftovers() {
    let url = URL(fileURLWithPath: path)
    let folder = url.deletingLastPathComponent().path
    let prefix = url.lastPathComponent + Self.unfinished
    // If the folder can't be listed, nothing is removed.
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    where name.hasPrefix(prefix) {
      var status = stat()
      let path = "\(folder)/\(name)"
      guard lstat(path, &status) == 0 else { continue }
      #if canImport(Darwin)
        let lastModified = status.st_mtimespec.tv_sec
      #else
        let lastModified = status.st_mtim.tv_sec
      #endif
      if time(nil) - lastModified > 60 { unlink(path) }
    }
  }

  /// Writes a file that only its owner can read, and removes it after an error.
  private static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    let file = try FileDescriptor(
      path: path, flags: O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, mode: 0o600)
    do throws(SystemError) {
      try file.write(bytes)
      // Some file systems report a lack of space only here.
      try file.synchronize()
    } catch {
      unlink(path)
      throw error
    }
  }

  /// Moves a damaged file out of the way.
  func setAside() throws(CookieFileError) {
    guard rename(path, damagedPath) == 0 else { throw .unwritable(path: path, code: errno) }
  }
}

/// An error of a cookie file that cannot be read or written.
public enum CookieFileError: Error, Hashable, Sendable {
  /// The file exists but cannot be read.
  case unreadable(path: String)
  /// The file does not have the expected content: it is truncated, mixed up, or in another format.
  case damaged(path: String)
  /// The file cannot be written; `code` is the system's error number.
  case unwritable(path: String, code: Int32)
}

extension CookieFileError: CustomStringConvertible {
  /// A textual representation of the error.
  public var description: String {
    switch self {
    case .unreadable(let path): "cannot read the cookies in '\(HTTPSyntax.escaped(path))'"
    case .damaged(let path): "the cookie file '\(HTTPSyntax.escaped(path))' is damaged"
    case .unwritable(let path, let code):
      "cannot write cookies to '\(HTTPSyntax.escaped(path))' (error \(code))"
    }
  }
}

/// The treatment of a damaged cookie file.
public enum DamagedCookieFile: Hashable, Sendable {
  /// Creating the jar throws ``CookieFileError/damaged(path:)``.
  case fail
  /// The file is renamed with the suffix `.damaged`, and the jar is empty.
  case setAside
}
