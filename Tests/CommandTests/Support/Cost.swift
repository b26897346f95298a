import Testing
import TremaTestSupport

/// The resources that a run of the command used, as the kernel counted them.
struct Cost {
  /// Processor time, in user and kernel mode.
  var seconds: Double
  /// Peak memory in bytes.
  var peak: Int

  /// Runs `trema` in a folder.
  ///
  /// - Throws: If it exits with another status than these.
  init(
    of arguments: [String], in folder: TemporaryFolder, statuses: Set<Int> = [0]
  ) throws {
    let verdict = try Judge.python.run(
      [
        "-c",
        """
        import resource, subprocess, sys
        status = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL,
                  stderr=subprocess.DEVNULL).returncode
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        peak = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
        print(status, usage.ru_utime + usage.ru_stime, peak)
        """, Tool.path,
      ] + arguments, in: folder)
    let words = verdict.text.split(whereSeparator: \.isWhitespace)
    let status = words.first.flatMap { Int($0) } ?? -1
    try #require(
      words.count == 3 && statuses.contains(status), "\(arguments) \(verdict)")
    seconds = try #require(Double(words[1]))
    peak = try #require(Int(words[2]))
  }
}
