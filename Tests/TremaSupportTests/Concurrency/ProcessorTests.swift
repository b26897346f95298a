import Testing
import TremaSupport

@Suite struct ProcessorTests {
  #if canImport(Glibc)
    @Test func `the processor number is within the valid range`() throws {
      for _ in 0..<1_000 {
        let number = try #require(Processor.current)
        // The maximum that the kernel can be configured for.
        #expect((0..<8_192).contains(number))
      }
    }
  #else
    @Test func `the processor is nil on systems without the call`() {
      #expect(Processor.current == nil)
    }
  #endif
}
