import Testing
import TremaSupport

@Suite struct ProcessorTests {
  #if canImport(Glibc)
    @Test func `the processor is one of those that there are`() throws {
      for _ in 0..<1_000 {
        let number = try #require(Processor.current)
        // As many as the kernel can be made for.
        #expect((0..<8_192).contains(number))
      }
    }
  #else
    @Test func `systems that do not say it are not asked`() { #expect(Processor.current == nil) }
  #endif
}
