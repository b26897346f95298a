import Testing

@testable import TremaMessages

/// The limits on the parts of a message, which are detected early.
@Suite struct MessagePartsTests {
  private static let most = Message.maxParts
  private static let reason = "it has more than 10000 placeholders, branches and other parts"

  /// - Parameters:
  ///   - piece: The repeated source, one part each time.
  ///   - before: The source in front of the pieces, with its number of parts.
  private struct Flood: Sendable, CustomTestStringConvertible {
    var piece: String
    var before = ""
    var partsBefore = 0
    var behind = ""

    var testDescription: String { before + piece }

    func source(_ parts: Int) -> String {
      before + String(repeating: piece, count: parts - partsBefore) + behind
    }
  }

  private static let floods = [
    Flood(piece: "%@ "),
    Flood(piece: "% ", before: "%@ ", partsBefore: 1),
    Flood(piece: "%%", before: "%@ ", partsBefore: 1),
    Flood(piece: "\\q", before: ""),
    Flood(piece: "#", before: "{n, plural, other {", partsBefore: 2, behind: "}}"),
    Flood(piece: "%@", before: "{n, plural, other {", partsBefore: 2, behind: "}}"),
    Flood(piece: "% ", before: "{n, plural, other {", partsBefore: 2, behind: "}}"),
    Flood(piece: "{a}", before: "{n, select, other {", partsBefore: 2, behind: "}}"),
  ]

  @Test(arguments: floods) private func `a message with too many parts is text`(
    flood: Flood
  ) throws {
    let allowed = Message.parse(flood.source(Self.most))
    #expect(!allowed.issues.contains { $0.kind.reason != nil })
    #expect(allowed.message.hasPlaceholders != (flood.piece == "\\q"))
    let source = flood.source(Self.most + 1)
    let (message, issues) = Message.parse(source)
    #expect(issues.count == 1)
    let issue = try #require(issues.first)
    #expect(issue.kind == .invalid(Self.reason))
    let excess = flood.source(Self.most).utf8.count - flood.behind.utf8.count
    #expect(issue.range == excess..<excess + 1)
    let isText = message.plainText == source
    #expect(isText)
    #expect(Message.locations(in: source, backslash: .escape).count == 0)
  }

  @Test func `branches are counted across all plurals and selects of a message`() {
    func source(_ branches: Int) -> String {
      let plurals = (0..<2).map { plural in
        let exact = (0..<branches / 2 - 1).map { "=\($0) {x}" }.joined()
        return "{a\(plural), plural, \(exact) other {y}}"
      }
      return plurals.joined(separator: " ")
    }
    // Two arguments are parts as well.
    #expect(Message.parse(source(Self.most - 2)).issues.isEmpty)
    let source = source(Self.most)
    let issues = Message.parse(source).issues
    #expect(issues.map(\.kind) == [.invalid(Self.reason)])
    #expect(source.utf8.dropFirst(issues[0].range.lowerBound).first == UInt8(ascii: "{"))
  }

  @Test func `a text can have any number of percent signs and escapes`() {
    let many = 4 * Self.most
    #expect(
      Message.parse(String(repeating: "%", count: many)).message.plainText
        == String(repeating: "%", count: many / 2))
    #expect(
      Message.parse(String(repeating: "% ", count: many)).message.plainText
        == String(repeating: "% ", count: many))
    #expect(
      Message.parse(String(repeating: "\\\\", count: many)).message.plainText
        == String(repeating: "\\", count: many))
  }

  @Test func `the location of the excess part is in the source`() throws {
    let pieces = String(repeating: "%@", count: Self.most)
    let issue = try #require(Message.parse("\\n\\n\(pieces)\\t%@").issues.first)
    #expect(issue.range.lowerBound == 4 + pieces.utf8.count + 2)
  }

  @Test func `messages in other formats have the same maximum`() {
    func source(_ count: Int) -> String { String(repeating: "{a}", count: count) }
    #expect(Message.parseICU(source(Self.most)).issue == nil)
    let (message, issue) = Message.parseICU(source(Self.most + 1))
    #expect(message == nil)
    #expect(issue?.kind == .invalid(Self.reason))
    #expect(issue?.range.lowerBound == 3 * Self.most)
  }
}
