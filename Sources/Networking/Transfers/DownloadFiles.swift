import TremaDates
import TremaHTTP
import TremaSupport

#if canImport(Dispatch)
  import Dispatch
#endif

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The files of a download: the destination, the partial file (`.part`) and its record
/// (`.part.json`). A record always describes the bytes in the partial file, unless that file is
/// empty. There is no record if the download cannot be resumed.
final class DownloadFiles: Sendable {
  /// The finished file's path.
  let path: String
  private let part: PartFile
  private var recordPath: String { "\(part.path).json" }

  /// Opens and locks the partial file.
  ///
  /// - Throws: ``DownloadError``, which is `file` if the destination is a directory.
  init(path: String) throws(DownloadError) {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      throw PartFile.failure(path, EISDIR)
    }
    self.path = path
    part = try PartFile(path: "\(path).part")
  }

  /// Returns the length and the record of a partial file that can be resumed. A file that cannot be
  /// resumed is emptied.
  ///
  /// - Parameter source: The required identity of the file's source.
  func resumableState(from source: String) throws(DownloadError) -> (
    length: Int64, record: DownloadRecord?
  ) {
    let length = try part.length()
    if length > 0, let data = FileManager.default.contents(atPath: recordPath),
      let record = try? JSONDecoder().decode(DownloadRecord.self, from: data),
      record.source == source, length <= record.length ?? .max
    {
      return (length, record)
    }
    try reset(nil)
    return (0, nil)
  }

  /// Empties the partial file and then replaces its record. This order ensures that old bytes are
  /// never described by the new record.
  func reset(_ record: DownloadRecord?) throws(DownloadError) {
    try part.truncate(to: 0)
    guard let record else {
      unlink(recordPath)
      return
    }
    // The record is replaced atomically, so it is either the old or the new one. A damaged record
    // is treated as missing.
    let temporary = "\(recordPath)~"
    do {
      try JSONEncoder().encode(record).write(to: URL(fileURLWithPath: temporary))
    } catch {
      unlink(temporary)
      unlink(recordPath)
      throw PartFile.failure(recordPath, Self.code(of: error))
    }
    do throws(SystemError) {
      try FileReplacement.replace(recordPath, with: temporary)
    } catch {
      throw PartFile.failure(recordPath, error.code)
    }
  }

  /// Returns the system's error number for a Foundation error, or `EIO` if it is unknown.
  private static func code(of error: any Error) -> Int32 {
    switch (error as? CocoaError)?.code {
    case .fileWriteOutOfSpace?: ENOSPC
    case .fileWriteNoPermission?: EACCES
    case .fileWriteVolumeReadOnly?: EROFS
    default: EIO
    }
  }

  func truncate(to length: Int64) throws(DownloadError) { try part.truncate(to: length) }

  func write(_ bytes: [UInt8], at offset: Int64) -> (count: Int, failure: DownloadError?) {
    part.write(bytes, at: offset)
  }

  /// Moves the partial file to its destination, on a dispatch queue's thread if available, as the
  /// disk may be slow.
  func finish() async throws(DownloadError) {
    #if canImport(Dispatch)
      let order = LockedValue(false)
      let result = await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          let result = self.moveToDestination()
          order.synchronizeMemory()
          continuation.resume(returning: result)
        }
      }
      order.synchronizeMemory()
      try result.get()
    #else
      try moveToDestination().get()
    #endif
  }

  /// Moves the partial file to its destination and removes its record.
  private func moveToDestination() -> Result<Void, DownloadError> {
    do throws(DownloadError) {
      try part.move(to: path)
      unlink(recordPath)
      return .success(())
    } catch {
      return .failure(error)
    }
  }

  /// Removes the files after a failed download that cannot be resumed.
  func cleanUp(length: Int64, record: DownloadRecord?) {
    guard length == 0 || record == nil else { return }
    part.remove()
    unlink(recordPath)
  }
}

/// The data needed to resume a partial file, stored as JSON next to it.
struct DownloadRecord: Codable, Equatable {
  /// The SHA-256 digest of the requested URL, which may itself contain a secret.
  var source: String
  /// The value for `If-Range`: an entity tag or a date.
  var validator: String
  /// The length of the whole file, in bytes, or `nil` if unknown.
  var length: Int64?

  /// Creates the record of a response, or returns `nil` if the response has no strong validator
  /// that identifies its content.
  ///
  /// - Parameters:
  ///   - length: The length of the file in bytes, or `nil` if unknown.
  ///   - now: The current time, in seconds since 1970.
  init?(of head: HTTPResponseHead, source: String, length: Int64?, now: Int64) {
    guard let validator = Self.validator(of: head.fields, now: now) else { return nil }
    (self.source, self.validator, self.length) = (source, validator, length)
  }

  /// Returns a URL's identity.
  static func source(_ url: String) -> String { HashFunction.sha256.hexDigest(of: Array(url.utf8)) }

  /// Returns whether a part in a later response belongs to the same content. The response must
  /// repeat an entity tag, but may omit a date. A server that does not support `If-Range` may send
  /// a part of different content.
  ///
  /// See RFC 9110, section 15.3.7.
  func matches(_ fields: HTTPFields) -> Bool {
    let tags = fields[values: .etag]
    if validator.utf8.first == UInt8(ascii: "\"") {
      return tags.count == 1 && tags[0].utf8.elementsEqual(validator.utf8)
    }
    return tags.isEmpty
      && fields[values: .lastModified].allSatisfy { $0.utf8.elementsEqual(validator.utf8) }
  }

  /// Returns a strong validator of a response: its entity tag if that is strong. Without a tag, it
  /// is the date of the last modification if the server sent the response at least a second later.
  ///
  /// See RFC 9110, sections 8.8.2.2, 8.8.3 and 13.1.5.
  static func validator(of fields: HTTPFields, now: Int64) -> String? {
    if fields.contains(.etag) {
      let tags = fields[values: .etag]
      return tags.count == 1 && isStrongTag(tags[0]) ? tags[0] : nil
    }
    guard let modified = fields[.lastModified], let sent = fields[.date],
      let modifiedTime = HTTPDate.seconds(modified, now: now),
      let sentTime = HTTPDate.seconds(sent, now: now), sentTime > modifiedTime
    else { return nil }
    return modified
  }

  /// Returns whether an entity tag is well-formed and strong.
  private static func isStrongTag(_ tag: String) -> Bool {
    let bytes = Array(tag.utf8)
    let quote = UInt8(ascii: "\"")
    return bytes.count >= 2 && bytes.first == quote && bytes.last == quote
      && bytes.dropFirst().dropLast().allSatisfy { $0 != quote && $0 > 0x20 && $0 != 0x7F }
  }
}
