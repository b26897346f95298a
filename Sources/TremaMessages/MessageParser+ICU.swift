extension MessageParser {
  /// The message when the value is an ICU message with a plural or select argument, else nil; an
  /// issue when it means to be one and is none.
  mutating func icuMessage() -> Message? {
    guard let brace = firstBranching() else { return nil }
    mapOrigins()
    var parser = ICUParser(decoded, readsConversions: true)
    do {
      let message = try parser.message(inPlural: false)
      guard parser.hasBranches else { return nil }
      reportPercents(of: parser)
      argumentPlaces = parser.places.map {
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

  /// Where the first `{name, plural,`, or `select` or `selectordinal`, begins.
  private func firstBranching() -> Int? {
    var index = 0
    while let brace = decoded[index...].firstIndex(of: UInt8(ascii: "{")) {
      index = brace + 1
      if isBranching(decoded[index...]) { return brace }
    }
    return nil
  }

  /// Whether `name, plural,` begins here; spaces may stand anywhere between.
  private func isBranching(_ bytes: ArraySlice<UInt8>) -> Bool {
    func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }
    var rest = bytes.drop(while: isSpace)
    let name = rest.prefix { byte in
      !isSpace(byte) && byte != UInt8(ascii: ",") && byte != UInt8(ascii: "{")
        && byte != UInt8(ascii: "}")
    }
    guard !name.isEmpty else { return false }
    rest = rest[name.endIndex...].drop(while: isSpace)
    guard rest.first == UInt8(ascii: ",") else { return false }
    rest = rest.dropFirst().drop(while: isSpace)
    return ["plural", "selectordinal", "select"].contains { kind in
      rest.starts(with: kind.utf8)
        && rest.dropFirst(kind.utf8.count).drop(while: isSpace).first == UInt8(ascii: ",")
    }
  }
}

extension Message {
  /// Reads a text of a format whose texts all are ICU messages; a percent sign is text there.
  ///
  /// - Returns: the message, or nil with the one issue that says why it is none.
  public static func parseICU(_ source: String) -> (message: Message?, issue: MessageIssue?) {
    var parser = ICUParser(Array(source.utf8), readsConversions: false)
    do {
      return (try parser.message(inPlural: false), nil)
    } catch {
      return (nil, MessageIssue(.invalid(error.reason), error.range))
    }
  }
}
