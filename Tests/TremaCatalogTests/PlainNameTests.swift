import Testing

@testable import TremaCatalog

/// Compares the fast paths for names with the general ones.
@Suite struct PlainNameTests {
  private static let pieces = [
    "a", "B", "URL", "Key", "login", "_", "-", ".", " ", "/", ":", "1", "404", "é", "+", "iOS",
    "class", "array", "of", "OF", "x1Y",
  ]

  /// All keys of up to four pieces.
  private static let keys: [String] = {
    var all = [""]
    var last = [""]
    for _ in 0..<4 {
      last = last.flatMap { key in pieces.map { key + $0 } }
      all += last
    }
    return all.enumerated().filter { $0.offset < 10_000 || $0.offset % 7 == 0 }.map(\.element)
  }()

  @Test func `a member has the same name on the fast path`() {
    var short = 0
    for key in Self.keys {
      guard let name = NameWords.memberName(ofPlain: key) else { continue }
      short += 1
      var words = NameWords(key)
      let long = words.memberName()
      if name != long || !words.adjustments.isEmpty { Issue.record("\(key): \(name), \(long)") }
    }
    #expect(short > 1000)
  }

  @Test func `a plain key is its own name, without a note`() {
    var (swift, kotlin) = (0, 0)
    for key in Self.keys {
      var (key, name) = (key, Array("x".utf8))
      if key.withUTF8({ SwiftName.append(memberForPlain: $0, to: &name) }) {
        swift += 1
        if GeneratedName(String(decoding: name.dropFirst(), as: UTF8.self))
          != SwiftName.member(for: key)
        {
          Issue.record("\(key)")
        }
      } else if name.count > 1 {
        Issue.record("\(key) is appended")
      }
      name = Array("x".utf8)
      if key.withUTF8({ KotlinName.append(memberForPlain: $0, to: &name) }) {
        kotlin += 1
        if GeneratedName(String(decoding: name.dropFirst(), as: UTF8.self))
          != KotlinName.member(for: key)
        {
          Issue.record("\(key)")
        }
      } else if name.count > 1 {
        Issue.record("\(key) is appended")
      }
    }
    // `array_of` and the like are not.
    #expect(swift > 1000 && kotlin > 1000 && kotlin < swift)
  }

  @Test func `a resource has the same name on the fast path`() {
    for key in Self.keys {
      var name: [UInt8] = [0x2E]
      var bytes = key
      bytes.withUTF8 { AndroidName.append(resourceFor: $0, to: &name) }
      if !name.elementsEqual(".\(AndroidName.resource(for: key).name)".utf8) {
        Issue.record("\(key): \(String(decoding: name, as: UTF8.self))")
      }
    }
  }
}
