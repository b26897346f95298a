import Foundation

/// The resources that this process has taken from the system. Only Linux offers them as files.
package struct ProcessUsage: Sendable, CustomStringConvertible {
  package let descriptors: Int
  package let threads: Int
  /// The resident memory in bytes.
  package let residentMemory: Int

  package static var now: ProcessUsage {
    let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let words = pages.split(separator: " ")
    return ProcessUsage(
      descriptors: entries("/proc/self/fd"), threads: entries("/proc/self/task"),
      residentMemory: words.count > 1 ? (Int(words[1]) ?? 0) * 4096 : 0)
  }

  private static func entries(_ folder: String) -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: folder).count) ?? 0
  }

  package var description: String {
    "\(descriptors) descriptors, \(threads) threads, \(residentMemory >> 20) MiB"
  }
}
