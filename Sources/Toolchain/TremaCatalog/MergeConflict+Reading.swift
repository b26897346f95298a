extension MergeConflict {
  /// The result of parsing a comment.
  package enum ParseResult: Hashable, Sendable {
    /// The comment does not record a conflict.
    case none
    case conflict(MergeConflict)
    /// The comment starts as a conflict but cannot be parsed.
    case damaged
  }

  /// Parses a comment in the format of ``comment``, and recognizes a comment that was edited by
  /// hand.
  ///
  /// - Parameter source: The source of a comment with its delimiters, or any other item between
  ///   elements.
  package static func parse(_ source: String) -> ParseResult {
    // The bytes are compared one at a time because comparing sequences takes many times as long,
    // and a file may have a million comments.
    var mark = source.utf8.makeIterator()
    for byte in "<!--".utf8 where mark.next() != byte { return .none }
    var parser = ConflictParser(Array(source.utf8))
    guard parser.consumeStart() else { return .none }
    guard let fields = parser.fields(), let conflict = MergeConflict(fields) else {
      return .damaged
    }
    return .conflict(conflict)
  }

  /// Creates a conflict from the fields of a comment, or returns `nil` if they are invalid.
  private init?(_ fields: [String: String]) {
    var fields = fields
    let subjectName = fields.removeValue(forKey: "what")
    guard let subject = subjectName.map(Subject.init(rawValue:)) ?? .value else { return nil }
    self.init(
      subject, language: fields.removeValue(forKey: "lang"),
      name: fields.removeValue(forKey: "name"))
    if let word = fields.removeValue(forKey: "deleted") {
      guard let remover = Remover(rawValue: word) else { return nil }
      deletedBy = remover
    }
    guard let base = Side(&fields, "base"), let theirs = Side(&fields, "theirs"), fields.isEmpty
    else { return nil }
    (self.base, self.theirs) = (base, theirs)
  }
}

extension MergeConflict.Side {
  /// Creates a side from the fields with a prefix and removes these fields, or returns `nil` if
  /// they are invalid.
  fileprivate init?(_ fields: inout [String: String], _ prefix: String) {
    self.init(
      text: fields.removeValue(forKey: prefix),
      spelling: fields.removeValue(forKey: "\(prefix)-xml"),
      status: fields.removeValue(forKey: "\(prefix)-status").map { Status($0) })
    guard let missingPart = fields.removeValue(forKey: "\(prefix)-without") else { return }
    guard missingPart == "status", status == nil else { return nil }
    status = .undefined(nil)
  }
}

/// A parser for a comment's bytes.
private struct ConflictParser {
  private let bytes: [UInt8]
  private var index = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Consumes the delimiter and the word that starts a conflict, ignoring case.
  ///
  /// - Returns: Whether they were found.
  mutating func consumeStart() -> Bool {
    guard consume("<!--") else { return false }
    skipSpace()
    let mark = Array(MergeConflict.mark.utf8)
    let word = bytes[index...].prefix(mark.count)
    let isLetter = { (byte: UInt8) in (0x41...0x5A).contains(byte) }
    guard word.map({ isLetter($0) ? $0 | 0x20 : $0 }) == mark else { return false }
    index += mark.count
    return true
  }

  /// Returns the names and values up to the end of the comment, or `nil` if anything else is found
  /// or a name occurs twice.
  mutating func fields() -> [String: String]? {
    var fields: [String: String] = [:]
    while true {
      guard skipSpace() else { return nil }
      if consume("-->") { return index == bytes.count ? fields : nil }
      let start = index
      while index < bytes.count, isName(bytes[index]) { index += 1 }
      let name = String(decoding: bytes[start..<index], as: UTF8.self)
      guard !name.isEmpty, consume("=\""), let value = quoted(), fields[name] == nil else {
        return nil
      }
      fields[name] = value
    }
  }

  /// Returns whether a byte can be part of a name.
  private func isName(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || byte == UInt8(ascii: "-")
  }

  /// Consumes a mark.
  ///
  /// - Returns: Whether it was found.
  private mutating func consume(_ mark: StaticString) -> Bool {
    let mark = UnsafeBufferPointer(start: mark.utf8Start, count: mark.utf8CodeUnitCount)
    guard bytes[index...].starts(with: mark) else { return false }
    index += mark.count
    return true
  }

  /// Consumes whitespace.
  ///
  /// - Returns: Whether there was any.
  @discardableResult private mutating func skipSpace() -> Bool {
    let start = index
    while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
    return index > start
  }

  /// Consumes a value up to its closing quote and returns it, or returns `nil` if the quote is
  /// missing or a reference is invalid.
  private mutating func quoted() -> String? {
    var value: [UInt8] = []
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: value, as: UTF8.self)
      case UInt8(ascii: "&"):
        guard let scalar = reference() else { return nil }
        value += String(Character(scalar)).utf8
      default: value.append(byte)
      }
    }
    return nil
  }

  /// Consumes a character reference or a predefined entity, after its ampersand, and returns its
  /// character.
  private mutating func reference() -> Unicode.Scalar? {
    let name = bytes[index...].prefix(8).prefix { $0 != UInt8(ascii: ";") }
    index += name.count
    guard consume(";") else { return nil }
    switch String(decoding: name, as: UTF8.self) {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case let word where word.utf8.first == UInt8(ascii: "#"):
      return UInt32(word.dropFirst()).flatMap(Unicode.Scalar.init)
    default: return nil
    }
  }
}
