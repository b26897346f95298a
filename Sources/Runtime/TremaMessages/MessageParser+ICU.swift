extension MessageParser {
  /// Parses the value as an ICU message with a plural or select argument. Returns `nil` for other
  /// values. Reports an issue if the value contains such an argument but cannot be parsed.
  mutating func icuMessage() -> Message? {
    guard let brace = firstBranching() else { return nil }
    mapOrigins()
    var parser = ICUParser(decoded, readsConversions: true, recordsLocations: recordsLocations)
    do {
      let message = try parser.message(inPlural: false)
      guard parser.hasBranches else { return nil }
      reportPercents(of: parser)
      argumentLocations =
        origins.isEmpty
        ? parser.locations
        : parser.locations.map {
          MessageLocation(range: sourceRange($0.range), placeholder: $0.placeholder)
        }
      return message
    } catch  where error.exceedsPartLimit {
      recordExcess(at: origin(error.range.lowerBound))
      return nil
    } catch {
      // An error at the end, for example a missing brace, is reported at the first argument with
      // branches.
      let range = error.range.isEmpty ? brace..<brace + 1 : error.range
      report(.invalid(error.reason), sourceRange(range))
      return nil
    }
  }

  /// Reports lone percent signs and mixed placeholders, if the message contains conversions.
  private mutating func reportPercents(of parser: ICUParser) {
    if parser.conversions.isEmpty { return }
    for percent in parser.percents where !percent.isDoubled {
      report(.unescapedPercent, sourceRange(percent.range))
    }
    reportMixed(parser.conversions)
  }

  /// Returns the offset of the first `{name, plural,`, `{name, select,` or `{name, selectordinal,`.
  private func firstBranching() -> Int? {
    var index = 0
    while let brace = decoded[index...].firstIndex(of: UInt8(ascii: "{")) {
      index = brace + 1
      if isBranching(from: index) { return brace }
    }
    return nil
  }

  /// Returns whether `name, plural,` or a similar type starts at an offset. Whitespace is allowed
  /// between the parts.
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
  /// Returns whether the array contains the given bytes at an index, which may be beyond the end.
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
  /// Parses a text from a format in which all texts are ICU messages and percent signs are text.
  ///
  /// - Returns: The message, or `nil` and an issue with the reason. A message is returned with an
  ///   issue if the skeleton of a date or time was ignored.
  package static func parseICU(_ source: String) -> (message: Message?, issue: MessageIssue?) {
    var parser = ICUParser(Array(source.utf8), readsConversions: false, recordsLocations: false)
    parser.acceptsSkeletons = true
    do {
      let message = try parser.message(inPlural: false)
      return (message, parser.skeleton.map { MessageIssue(.ignoredSkeleton, $0) })
    } catch {
      return (nil, MessageIssue(.invalid(error.reason), error.range))
    }
  }
}
