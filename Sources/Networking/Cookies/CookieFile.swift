import TremaHTTP
import TremaSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A file that keeps cookies between launches of an app. Only its owner can read it (mode 0600). It is
/// replaced atomically: a reader finds the whole output of one writer, the last of several.
public struct CookieFile: Hashable, Sendable {
  package let path: String
  /// Whether cookies without a date of expiry are kept too.
  package let keepsSession: Bool

  /// Creates a file of cookies, which is read at first use.
  ///
  /// - Parameter keepsSession: whether cookies without an expiry are stored.
  public init(_ path: String, keepsSession: Bool = false) {
    (self.path, self.keepsSession) = (path, keepsSession)
  }

  /// The path to which a damaged file is moved.
  package var damagedPath: String { path + ".damaged" }

  /// Returns the cookies of the file that have not expired; none if there is no file.
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

  /// Writes all but the expired ones and, unless they are kept, those of the session.
  public func write(_ cookies: [Cookie], at date: Date = Date()) throws(CookieFileError) {
    let kept = cookies.filter { !$0.isExpired(at: date) && (keepsSession || $0.expires != nil) }
    // Of this process and no other call: two that write at once must not write into one file.
    let number = Self.writes.add(1)
    let temporary = "\(path)\(Self.unfinished)\(getpid())-\(number)"
    do throws(SystemError) {
      try Self.write(CookieFileFormat.bytes(of: kept), to: temporary)
      try FileReplacement.replace(path, with: temporary)
    } catch {
      throw .unwritable(path: path, code: error.code)
    }
  }

  private static let writes = LockedValue(0)
  /// Between the path and a number, in the names of files that are being written.
  private static let unfinished = ".new-"

  /// Removes what was being written when a process was ended. Writing takes no minute.
  func removeLeftovers() {
    let place = URL(fileURLWithPath: path)
    let folder = place.deletingLastPathComponent().path
    let prefix = place.lastPathComponent + Self.unfinished
    // Without a list of the folder there is nothing that can be removed.
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    where name.hasPrefix(prefix) {
      var status = stat()
      let path = "\(folder)/\(name)"
      guard lstat(path, &status) == 0 else { continue }
      #if canImport(Darwin)
        let written = status.st_mtimespec.tv_sec
      #else
        let written = status.st_mtim.tv_sec
      #endif
      if time(nil) - written > 60 { unlink(path) }
    }
  }

  private static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    let file = try FileDescriptor(
      path: path, flags: O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, mode: 0o600)
    do throws(SystemError) {
      try file.write(bytes)
      // Some systems say only here that there was no room.
      try file.synchronize()
    } catch {
      unlink(path)
      throw error
    }
  }

  func setAside() throws(CookieFileError) {
    guard rename(path, damagedPath) == 0 else { throw .unwritable(path: path, code: errno) }
  }
}

/// Why cookies could not be read or written.
public enum CookieFileError: Error, Hashable, Sendable {
  /// It is there, and cannot be read.
  case unreadable(path: String)
  /// It is not what was written: cut off, mixed, or of another format.
  case damaged(path: String)
  /// The file cannot be written; `code` is the system's error number.
  case unwritable(path: String, code: Int32)
}

extension CookieFileError: CustomStringConvertible {
  /// A description for logs and messages.
  public var description: String {
    switch self {
    case .unreadable(let path): "the cookies in '\(HTTPSyntax.shown(path))' cannot be read"
    case .damaged(let path): "the file of cookies '\(HTTPSyntax.shown(path))' is damaged"
    case .unwritable(let path, let code):
      "cookies cannot be written to '\(HTTPSyntax.shown(path))' (error \(code))"
    }
  }
}

/// The treatment of a damaged cookie file.
public enum DamagedCookieFile: Hashable, Sendable {
  case fail
  /// It is put beside its place (`CookieFile.damagedPath`), and the jar is empty.
  case setAside
}
