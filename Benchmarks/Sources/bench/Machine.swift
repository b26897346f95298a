import Foundation

/// The machine on which a measurement was made.
struct Machine: Codable, CustomStringConvertible {
  var system = ProcessInfo.processInfo.operatingSystemVersionString
  var processor = Self.processorName()
  var cores = ProcessInfo.processInfo.activeProcessorCount
  /// Physical memory in GiB.
  var memory = Int((Double(ProcessInfo.processInfo.physicalMemory) / 1_073_741_824).rounded())
  /// The version of libxml2 that xmllint uses, the reference for most ratios.
  var libxml2 = Self.libxml2Version()

  var description: String {
    "\(processor), \(cores) cores, \(memory) GiB; \(system); libxml2 \(libxml2)"
  }

  private static func processorName() -> String {
    #if canImport(Darwin)
      let name = try? Measurement.output(["/usr/sbin/sysctl", "-n", "machdep.cpu.brand_string"])
      return name ?? "unknown"
    #else
      let information = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
      let line = information.split(separator: "\n").first { $0.hasPrefix("model name") }
      return line?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
        ?? "unknown"
    #endif
  }

  /// Returns the version from `xmllint: using libxml version 20914`, which xmllint prints to
  /// standard error.
  private static func libxml2Version() -> String {
    let output = try? Measurement.output(["/bin/sh", "-c", "xmllint --version 2>&1"])
    return output?.split(separator: "\n").first?.split(separator: " ").last.map(String.init)
      ?? "unknown"
  }
}
