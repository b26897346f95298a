#if os(Linux)
  import Foundation

  /// `LogJudge`: a writer of a log, in a process of its own.
  enum LogJudge {
    static let path: String = {
      let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
      let tests = bundle?.bundleURL ?? Bundle.main.executableURL
      return tests?.deletingLastPathComponent().appending(path: "LogJudge").path ?? "LogJudge"
    }()
  }
#endif
