import Testing
import TremaSupport

@Suite struct ProcessorTests {
  #if canImport(Glibc)
    @Test func `the processor is one of the existing ones`() throws {
      for _ in 0..<1_000 {
        let number = try #require(Processor.current)
        // The maximum of the kernel's configuration.
        #expect((0..<8_192).contains(number))
      }
    }
  #else
    @Test func `systems without the call are not asked`() { #expect(Processor.current == nil) }
  #endif
}
