extension MessageParser {
  /// The message when the value is an ICU message with a plural or select argument, else nil; an
  /// issue when it means to be one and is none.
  mutating func icuMessage() -> Message? {
    guard let brace = firstBranching() else { return nil }
    mapOrigins()
    var parser = ICUParser(decoded, readsConversions: true, notesPlaces: notesPlaces)
    do {
      let message = try parser.message(inPlural: false)
      guard parser.hasBranches else { return nil }
      reportPercents(of: parser)
      argumentPlaces =
        origins.isEmpty
        ? parser.places
        : parser.places.map {
          MessagePlace(range: sourceRange($0.range), placeholder: $0.placeholder)
        }
      return message
    } catch  where error.isExcess {
      noteExcess(at: origin(error.range.lowerBound))
      return nil
    } catch {
      // Where something is open to the end, the mistake is shown at what was opened.
      let range = error.range.isEmpty ? brace..<brace + 1 : error.range
      note(.invalid(error.reason), sourceRange(range))
      return nil
    }
  }

  private mutating func reportPercents(of parser: ICUParser) {
    if parser.conversions.isEmpty { return }
    for percent in parser.percents where !percent.isDoubled {
      note(.unescapedPercent, sourceRange(percent.range))
    }
    reportMixed(parser.conversions)
  }

  /// The start of the first `{name, plural,`, or `select` or `selectordinal`.
  private func firstBranching() -> Int? {
    var index = 0
    while let brace = decoded[index...].firstIndex(of: UInt8(ascii: "{")) {
      index = brace + 1
      if isBranching(from: index) { return brace }
    }
    return nil
  }

  /// Whether `name, plural,` begins here; spaces may be anywhere between.
  private func isBranching(from start: Int) -> Bool {
    func behindSpace(_ start: Int) -> Int {
      var index = start
      while index < decoded.count, Self.isSpace(decoded[index]) { index += 1 }
      return index
    }
    let name = behindSpace(start)
    var index = name
    while index < decoded.count, Self.isName(decoded[index]) { index += 1 }
    guard index > name else { return false }
    index = behindSpace(index)
    guard decoded.has(",", at: index) else { return false }
    index = behindSpace(index + 1)
    func isType(_ type: StaticString) -> Bool {
      decoded.has(type, at: index)
        && decoded.has(",", at: behindSpace(index + type.utf8CodeUnitCount))
    }
    return isType("plural") || isType("selectordinal") || isType("select")
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

  private static func isName(_ byte: UInt8) -> Bool {
    !isSpace(byte) && byte != UInt8(ascii: ",") && byte != UInt8(ascii: "{")
      && byte != UInt8(ascii: "}")
  }
}

extension [UInt8] {
  /// Whether these bytes are at an index, which may be beyond the end.
  @inlinable package func has(_ literal: StaticString, at index: Int) -> Bool {
    let count = literal.utf8CodeUnitCount
    guard self.count - index >= count else { return false }
    for offset in 0..<count where self[index + offset] != literal.utf8Start[offset] {
      return false
    }
    return true
  }
}

extension Message {
  /// Reads a text of a format whose texts all are ICU messages; a percent sign is text there.
  ///
  /// - Returns: the message, or nil with the one issue that says why it is none. A message has an issue where
  ///   a date or time lost its skeleton.
  package static func parseICU(_ source: String) -> (message: Message?, issue: MessageIssue?) {
    var parser = ICUParser(Array(source.utf8), readsConversions: false, notesPlaces: false)
    parser.passesSkeletons = true
    do {
      let message = try parser.message(inPlural: false)
      return (message, parser.skeleton.map { MessageIssue(.lostSkeleton, $0) })
    } catch {
      return (nil, MessageIssue(.invalid(error.reason), error.range))
    }
  }
}
