import Foundation
import Testing
import TremaSupport

@Suite struct Base64Tests {
  @Test func `data of any length is encoded as Foundation does and survives a round trip`() {
    for length in 0..<70 {
      let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ length) }
      let text = Base64.encoded(bytes)
      #expect(text == Data(bytes).base64EncodedString())
      #expect(Base64.decoded(text.utf8) == bytes)
    }
  }

  @Test(arguments: [
    "A", "AA", "AAA", "A===", "=", "====", "AA=A", "AA==AA==", "AAA=AAAA", "AAAA====", "AB==",
    "AAB=", "AA-_", "AAA\u{0}", "ÄAAA",
  ])
  func `invalid Base64 is rejected`(_ text: String) {
    #expect(Base64.decoded(text.utf8) == nil)
    #expect(Base64.decoded(text.utf8, ignoresSpace: true) == nil)
  }

  @Test func `whitespace is an error unless it is ignored`() {
    #expect(Base64.decoded(" AA\r\n==\t".utf8, ignoresSpace: true) == [0])
    #expect(Base64.decoded("AA ==".utf8) == nil)
  }
}
