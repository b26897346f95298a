import TremaSupport
import TremaXML

/// A complete element's text, to be converted to a value.
struct XMLScalar {
  let element: XMLPropertyListHandler.Leaf
  /// The text, as UTF-8 with references and CDATA sections resolved.
  let bytes: [UInt8]
  /// The byte range of the end tag.
  let endTag: Range<Int>
  let reader: XMLReader

  var text: String { String(decoding: bytes, as: UTF8.self) }
  /// The start of the text.
  var position: SourcePosition { element.position }

  /// The text without surrounding whitespace, or `nil` if there is no whitespace to remove or no
  /// other text.
  var trimmed: [UInt8]? {
    guard let start = bytes.firstIndex(where: { $0 > 0x20 }),
      let end = bytes.lastIndex(where: { $0 > 0x20 }), end - start + 1 < bytes.count
    else { return nil }
    return Array(bytes[start...end])
  }

  /// Returns an edit that replaces a part of the text.
  ///
  /// - Parameters:
  ///   - range: A range of indices in ``bytes``.
  ///   - replacement: The new text.
  /// - Returns: The edit, or empty if the source contains references, CDATA sections or comments,
  ///   because offsets in the source then differ from offsets in the text.
  func edit(_ range: Range<Int>, _ replacement: String) -> [Diagnostic.Edit] {
    let source = element.tag.range.upperBound..<max(element.tag.range.upperBound, endTag.lowerBound)
    guard !element.tag.isEmpty, reader.source(source).elementsEqual(bytes) else { return [] }
    let start = position.advanced(over: bytes[..<range.lowerBound])
    let end = start.advanced(over: bytes[range])
    return [
      Diagnostic.Edit(
        at: SourceLocation(file: reader.file, start: start, end: end), replacement: replacement)
    ]
  }
}

extension XMLPropertyListHandler {
  /// Returns the value of a scalar element.
  ///
  /// - Throws: A diagnostic if the text is not a valid value of the element's type.
  func value(of scalar: XMLScalar) throws(Diagnostic) -> PropertyList.Value {
    switch scalar.element.name {
    case "true": .boolean(true)
    case "false": .boolean(false)
    case "integer": .integer(try number(scalar, XMLScalars.integer))
    case "real": .real(try number(scalar, XMLScalars.real))
    case "date": .date(try date(scalar))
    case "data": .data(try data(scalar))
    default: .string(scalar.text)
    }
  }

  /// Parses a number. Whitespace around it is reported and ignored.
  ///
  /// - Parameters:
  ///   - scalar: The element.
  ///   - parse: Returns the number, or `nil` if the bytes are not a number.
  private func number<Number>(
    _ scalar: XMLScalar, _ parse: ([UInt8]) -> Number?
  ) throws(Diagnostic) -> Number {
    if let number = parse(scalar.bytes) { return number }
    let problem = invalidScalar(scalar.element.name, scalar.text, at: scalar.position)
    guard let trimmed = scalar.trimmed, let number = parse(trimmed) else { throw problem }
    report(
      problem, scalar.edit(0..<scalar.bytes.count, String(decoding: trimmed, as: UTF8.self)))
    return number
  }

  /// Parses a date. Other ISO 8601 forms are reported and converted. The diagnostic has a fix only
  /// if the meaning is certain.
  private func date(_ scalar: XMLScalar) throws(Diagnostic) -> PropertyList.Moment {
    if let date = PropertyList.Moment(parsing: scalar.bytes) { return date }
    var problem = invalidScalar("date", scalar.text, at: scalar.position)
    guard let date = XMLDate(scalar.trimmed ?? scalar.bytes) else { throw problem }
    problem.hint = "use \(date.moment)\(date.caveat.map { ", \($0)" } ?? "")"
    report(
      problem,
      date.caveat == nil ? scalar.edit(0..<scalar.bytes.count, date.moment.description) : [])
    return date.moment
  }

  /// Decodes Base64. Missing padding is reported, with a fix that appends it.
  private func data(_ scalar: XMLScalar) throws(Diagnostic) -> [UInt8] {
    switch XMLScalars.base64(scalar.bytes) {
    case .success(let bytes): return bytes
    case .failure(let fault):
      let position = scalar.position.advanced(over: scalar.bytes[..<fault.index])
      let problem = invalidData(fault.reason, at: position)
      guard let unpadded = fault.unpadded else { throw problem }
      let end = scalar.bytes.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? 0
      report(
        problem, scalar.edit(end..<end, String(repeating: "=", count: unpadded.missing)))
      return unpadded.bytes
    }
  }

  /// Appends a nonfatal problem, with its fixes.
  private func report(_ problem: Diagnostic, _ fixes: [Diagnostic.Edit]) {
    var problem = problem
    problem.kind = .finding
    problem.fixes = fixes
    problems.append(problem)
  }
}

/// A date in an ISO 8601 form that property lists do not allow: with fractional seconds, with an
/// offset from UTC, without a time zone, or without a time.
struct XMLDate {
  /// The date, in whole seconds.
  let moment: PropertyListDate
  /// The change in meaning that the author must confirm, phrased as the end of a hint, or `nil` if
  /// the meaning is unchanged.
  let caveat: String?

  /// Parses a date.
  ///
  /// - Returns: The date, or `nil` if the text is not such a date, or if the day does not exist in
  ///   the calendar.
  init?(_ text: [UInt8]) {
    // A date without a time is interpreted as midnight in UTC.
    if text.count == 10, let moment = PropertyListDate(parsing: text + "T00:00:00Z".utf8) {
      self.init(moment, "with the intended time")
      return
    }
    // The first 19 characters are the local date and time, such as `2026-11-21T06:30:00`.
    guard text.count >= 19, let local = PropertyListDate(parsing: text[..<19] + "Z".utf8) else {
      return nil
    }
    var rest = text[19...]
    var caveat: String?
    if rest.first == UInt8(ascii: ".") || rest.first == UInt8(ascii: ",") {
      let digits = rest.dropFirst().prefix(while: ASCII.isDigit)
      if digits.isEmpty { return nil }
      if digits.contains(where: { $0 != UInt8(ascii: "0") }) {
        caveat = "without fractional seconds"
      }
      rest = rest[digits.endIndex...]
    }
    if rest.isEmpty { caveat = "with Z if that time is in UTC" }
    guard rest.isEmpty || rest.elementsEqual("Z".utf8) || rest.elementsEqual("z".utf8) else {
      guard let distance = Self.distance(rest),
        let moment = PropertyListDate(seconds: local.seconds - distance)
      else { return nil }
      self.init(moment, caveat)
      return
    }
    self.init(local, caveat)
  }

  private init(_ moment: PropertyListDate, _ caveat: String?) {
    (self.moment, self.caveat) = (moment, caveat)
  }

  /// Returns an offset from UTC, in seconds, or `nil` if the text is not an offset. The forms are
  /// `+02:00`, `-0930` and `+02`.
  private static func distance(_ text: ArraySlice<UInt8>) -> Double? {
    guard let sign = text.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else {
      return nil
    }
    let digits = text.dropFirst().filter { $0 != UInt8(ascii: ":") }
    guard digits.count == 2 || digits.count == 4, digits.allSatisfy(ASCII.isDigit) else {
      return nil
    }
    let numbers = digits.map { Int($0 & 0x0F) }
    let hours = numbers[0] * 10 + numbers[1]
    let minutes = numbers.count == 4 ? numbers[2] * 10 + numbers[3] : 0
    guard hours < 24, minutes < 60 else { return nil }
    return Double((hours * 60 + minutes) * 60) * (sign == UInt8(ascii: "-") ? -1 : 1)
  }
}
