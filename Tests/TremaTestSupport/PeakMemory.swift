import Foundation

/// The peak memory of this process.
package struct PeakMemory {
  struct Unknown: Error {}

  private let start: Int

  /// Measures the current peak; for a process with one thread at work.
  package init() throws { start = try Self.peak() }

  /// Returns the growth of the peak since then, in KiB.
  package func growth() throws -> Int { try Self.peak() - start }

  private static func peak() throws -> Int {
    #if os(Linux)
      // getrusage also counts the memory of the parent when it started this process.
      let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
      guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
        let kilobytes = line.split(whereSeparator: { " \t".contains($0) }).dropFirst().first,
        let number = Int(kilobytes)
      else { throw Unknown() }
      return number
    #else
      var usage = rusage()
      guard getrusage(RUSAGE_SELF, &usage) == 0 else { throw Unknown() }
      return usage.ru_maxrss / 1024
    #endif
  }
}
