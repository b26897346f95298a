#if os(Linux)
  import Foundation
  import Testing
  import TremaTestSupport

  @Suite struct AllocationTests {
    /// `DatesJudge`, which counts allocations in a separate process.
    private static let judge: String = {
      let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
      let tests = bundle?.bundleURL ?? Bundle.main.executableURL
      return tests?.deletingLastPathComponent().appending(path: "DatesJudge").path ?? "DatesJudge"
    }()

    @Test func `parsing allocates nothing, and formatting allocates only the string`() async throws
    {
      let verdict = try await Judge(name: Self.judge, package: "this package").runAside([])
      // The sanitizer's allocations are counted too, so only parsing is checked then.
      let text = ThreadSanitizer.isOn ? "0.0" : "1.0"
      #expect(
        verdict.text == """
          control \(text)
          rfc3339 0.0
          strict 0.0
          lenient 0.0
          preferred 0.0
          rfc850 0.0
          asctime 0.0
          refused 0.0
          refused mail 0.0
          to rfc3339 \(text)
          to rfc822 \(text)
          to http \(text)

          """)
    }
  }
#endif
