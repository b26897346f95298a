import Foundation

/// CPU time of whole processes, user and system together.
enum Measurement {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Runs a command several times.
  ///
  /// - Returns: the median of its CPU seconds.
  static func cpu(
    _ command: [String], runs: Int = 5, before prepare: () throws -> Void = {}
  ) throws -> Double {
    var times: [Double] = []
    for _ in 0..<runs {
      try prepare()
      let start = childSeconds()
      let process = Process()
      process.executableURL = URL(fileURLWithPath: command[0])
      process.arguments = Array(command.dropFirst())
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      guard process.terminationStatus == 0 else {
        throw Failure(description: "\(command[0]) ended with \(process.terminationStatus)")
      }
      times.append(childSeconds() - start)
    }
    return times.sorted()[runs / 2]
  }

  private static func childSeconds() -> Double {
    var usage = rusage()
    #if canImport(Darwin)
      getrusage(RUSAGE_CHILDREN, &usage)
    #else
      getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    #endif
    return [usage.ru_utime, usage.ru_stime].reduce(0) {
      $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
    }
  }
}
