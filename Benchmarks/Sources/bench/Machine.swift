import Foundation

/// The machine of a measurement.
struct Machine: Codable, CustomStringConvertible {
  var system = ProcessInfo.processInfo.operatingSystemVersionString
  var processor = Self.processorName()
  var cores = ProcessInfo.processInfo.activeProcessorCount
  /// GiB.
  var memory = Int((Double(ProcessInfo.processInfo.physicalMemory) / 1_073_741_824).rounded())
  /// The libxml2 that xmllint is linked with: the reference of most ratios.
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

  /// `xmllint: using libxml version 20914`, which it says on standard error.
  private static func libxml2Version() -> String {
    let said = try? Measurement.output(["/bin/sh", "-c", "xmllint --version 2>&1"])
    return said?.split(separator: "\n").first?.split(separator: " ").last.map(String.init)
      ?? "unknown"
  }
}
