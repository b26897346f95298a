import Foundation
import TremaHTTP
import TremaLock

/// A file, piece by piece.
final class FileSource: HTTPBodySource {
  let length: Int64
  private let handle: LockedValue<FileHandle?>

  init(path: String) throws(TransportError) {
    guard let handle = FileHandle(forReadingAtPath: path), let length = try? handle.seekToEnd(),
      (try? handle.seek(toOffset: 0)) != nil
    else { throw TransportError(.requestBody, "the file cannot be opened") }
    self.length = Int64(length)
    self.handle = LockedValue(handle)
  }

  func next() async throws(TransportError) -> [UInt8]? {
    do {
      guard let data = try handle.value?.read(upToCount: 1 << 16), !data.isEmpty else { return nil }
      return [UInt8](data)
    } catch {
      throw TransportError(.requestBody, "the file cannot be read")
    }
  }

  func cancel() { handle.value = nil }
}
