import Foundation

/// What this process has taken from the system. Linux alone tells it as files.
public struct ProcessUsage: Sendable, CustomStringConvertible {
  public let descriptors: Int
  public let threads: Int
  /// In bytes.
  public let residentMemory: Int

  public static var now: ProcessUsage {
    let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let words = pages.split(separator: " ")
    return ProcessUsage(
      descriptors: entries("/proc/self/fd"), threads: entries("/proc/self/task"),
      residentMemory: words.count > 1 ? (Int(words[1]) ?? 0) * 4096 : 0)
  }

  private static func entries(_ folder: String) -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: folder).count) ?? 0
  }

  public var description: String {
    "\(descriptors) descriptors, \(threads) threads, \(residentMemory >> 20) MiB"
  }
}
