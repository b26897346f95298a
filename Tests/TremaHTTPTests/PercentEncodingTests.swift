import Testing
import TremaHTTP
import TremaTestSupport

@Suite struct PercentEncodingTests {
  @Test func `each set allows exactly the characters of its URL component`() {
    let letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    let table: [(PercentEncoding.Allowed, String)] = [
      (.unreserved, "-._~"), (.queryValue, "-._~!$'()*,:@/?"), (.query, "-._~!$&'()*+,;=:@/?"),
      (.pathSegment, "-._~!$&'()*+,;=:@"), (.path, "-._~!$&'()*+,;=:@/"),
      (.host, "-._~!$&'()*+,;="), (.userInfo, "-._~!$&'()*+,;="),
      (.fragment, "-._~!$&'()*+,;=:@/?"), (.form, "-._*"),
      (.unreserved.adding("[] %é"), "-._~[]"), (.unreserved.removing("~."), "-_"),
      (PercentEncoding.Allowed("%é \n"), ""),
    ]
    for (allowed, punctuation) in table {
      let kept = Set((punctuation == "" ? "" : letters + punctuation).utf8)
      for byte in UInt8.min...UInt8.max {
        #expect(allowed.contains(byte) == kept.contains(byte), "\(punctuation) \(byte)")
      }
    }
  }

  @Test func `UTF-8 bytes are encoded with two upper-case hexadecimal digits`() {
    #expect(PercentEncoding.encode("aé€😀/ \n\u{0}") == "a%C3%A9%E2%82%AC%F0%9F%98%80%2F%20%0A%00")
    #expect(PercentEncoding.encode("a/b c", leaving: .path) == "a/b%20c")
    #expect(PercentEncoding.encode("a b+c", leaving: .form, space: .plus) == "a+b%2Bc")
    #expect(PercentEncoding.encode("a b+c", leaving: .query, space: .plus) == "a+b%2Bc")
    #expect(PercentEncoding.encode("a b+c", leaving: .query) == "a%20b+c")
    #expect(PercentEncoding.encode("e\u{301}") == "e%CC%81")
    #expect(PercentEncoding.encode("") == "")
  }

  @Test func `encoded text is decoded, and malformed text is rejected`() throws {
    #expect(try PercentEncoding.decode("a%C3%A9%e2%82%ac%2f+") == "aé€/+")
    #expect(try PercentEncoding.decode("a+%2B", plusIsSpace: true) == "a +")
    #expect(try PercentEncoding.decode("é b") == "é b")
    for text in ["%", "a%4", "%g0", "%0g", "%%20", "%é0"] {
      #expect(throws: HTTPSyntaxError.invalidURL("contains a '%' without two hexadecimal digits")) {
        try PercentEncoding.decode(text)
      }
    }
    for text in ["%FF", "%C3", "%C0%80", "%ED%A0%80", "%F5%80%80%80"] {
      #expect(
        throws: HTTPSyntaxError.invalidURL("contains percent-encoded bytes that are not UTF-8")
      ) {
        try PercentEncoding.decode(text)
      }
    }
  }

  @Test func `every string survives a round trip with every set`() throws {
    var generator = SeededGenerator(seed: 3)
    let letters: [Unicode.Scalar] = [
      "%", "+", " ", "a", "/", "\u{0}", "é", "€", "😀", "\u{301}", "&",
    ]
    for _ in 0..<300 {
      var text = String.UnicodeScalarView()
      for _ in 0..<generator.number(0...12) { text.append(generator.pick(letters)) }
      let plain = String(text)
      for allowed in [PercentEncoding.Allowed.unreserved, .query, .path, .form, .queryValue] {
        for space in [PercentEncoding.Space.percent, .plus] {
          let encoded = PercentEncoding.encode(plain, leaving: allowed, space: space)
          let decoded = try PercentEncoding.decode(encoded, plusIsSpace: space == .plus)
          #expect(decoded.unicodeScalars.elementsEqual(text))
        }
      }
    }
  }
}
