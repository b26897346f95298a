import TremaJSON
import TremaSupport

extension ConfigValue {
  /// Creates a value from a JSON document, without byte ranges.
  ///
  /// A number without a fraction or an exponent becomes an integer if it fits in `Int64` or
  /// `UInt64`, and a real number otherwise.
  package init(_ json: JSONValue) {
    var reader = JSONConversion(lines: JSONLines())
    self = reader.value(json)
  }

  /// Converts a JSON document to a value with the byte ranges of all keys and values.
  ///
  /// - Parameters:
  ///   - bytes: The bytes that the document was read from.
  ///   - dictionary: A closure that creates a dictionary from its path and its entries, which may
  ///     contain duplicate keys.
  /// - Returns: The value, and a `number-out-of-range` problem for each number that cannot be
  ///   represented.
  package static func read(
    _ json: JSONValue, from bytes: [UInt8],
    dictionary: @escaping ([ConfigDictionary.Entry], ConfigKeyPath) -> ConfigDictionary = {
      entries, _ in ConfigDictionary(entries)
    }
  ) -> (value: ConfigValue, problems: [Diagnostic]) {
    var reader = JSONConversion(lines: JSONLines(bytes))
    reader.makeDictionary = dictionary
    let value = reader.value(json)
    return (value, reader.problems)
  }
}

/// The state of a conversion from JSON.
private struct JSONConversion {
  /// The line table of the document, for byte ranges.
  let lines: JSONLines
  /// The problems found so far.
  var problems: [Diagnostic] = []
  /// A closure that creates a dictionary from its entries and path.
  var makeDictionary: ([ConfigDictionary.Entry], ConfigKeyPath) -> ConfigDictionary = {
    entries, _ in ConfigDictionary(entries)
  }
  /// The path of the value that is being converted.
  private var path = ConfigKeyPath()

  /// Creates a conversion.
  init(lines: JSONLines) { self.lines = lines }

  /// Converts a value and everything in it.
  mutating func value(_ json: JSONValue) -> ConfigValue {
    let location = lines.configLocation(json.location)
    let content: ConfigValue.Content =
      switch json.content {
      case .null: .null
      case .bool(let boolean): .boolean(boolean)
      case .number(let number): self.number(number, at: location)
      case .string(let text): .string(text)
      case .array(let values): .array(array(values))
      case .object(let object): .dictionary(dictionary(object))
      }
    return ConfigValue(content, at: location)
  }

  /// Converts an object. Duplicate members are passed to ``makeDictionary``.
  private mutating func dictionary(_ object: JSONObject) -> ConfigDictionary {
    var entries: [ConfigDictionary.Entry] = []
    entries.reserveCapacity(object.members.count)
    for member in object.members {
      path.components.append(.key(member.name))
      entries.append(
        ConfigDictionary.Entry(
          member.name, at: lines.configLocation(member.nameLocation), value(member.value)))
      path.components.removeLast()
    }
    return makeDictionary(entries, path)
  }

  /// Converts the elements of an array.
  private mutating func array(_ values: [JSONValue]) -> [ConfigValue] {
    var elements: [ConfigValue] = []
    elements.reserveCapacity(values.count)
    for (index, element) in values.enumerated() {
      path.components.append(.index(index))
      elements.append(value(element))
      path.components.removeLast()
    }
    return elements
  }

  /// Converts a number from its source, so integers are not rounded. A number out of range is
  /// reported and converted to the nearest real number.
  private mutating func number(
    _ number: JSONNumber, at location: ConfigLocation
  ) -> ConfigValue.Content {
    if let integer = Int64(number.text) { return .integer(WholeNumber(integer)) }
    if let integer = UInt64(number.text) { return .integer(WholeNumber(integer)) }
    // A number with a fraction or an exponent is a real number, even if its value is whole.
    let isWhole = number.text.utf8.allSatisfy {
      $0 == UInt8(ascii: "-") || ASCII.isDigit($0)
    }
    let real = Double(number.text) ?? .infinity
    if isWhole || !real.isFinite {
      var diagnostic = Diagnostic(
        .error, "number-out-of-range",
        isWhole
          ? "the integer is not between -2^63 and 2^64 - 1"
          : "the number is too large for a 64-bit real number",
        at: location.diagnosticLocation, hint: "use a string if the number is only an identifier")
      if !location.bytes.isEmpty { diagnostic.bytes = location.bytes }
      problems.append(diagnostic)
    }
    return .real(real)
  }
}

/// The byte offset where each line starts, used to convert a line and column to an offset.
private struct JSONLines {
  private var starts: [Int] = []

  /// Creates an empty line table. Locations converted with it have empty byte ranges.
  init() {}

  /// Creates the line table of a document.
  init(_ bytes: [UInt8]) {
    // A byte order mark doesn't count as a column.
    starts = [bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0]
    for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      starts.append(index + 1)
    }
  }

  /// Returns the configuration location of a JSON location.
  ///
  /// - Parameter location: The location, or `nil` for a value that was not read from a document.
  func configLocation(_ location: SourceLocation?) -> ConfigLocation {
    guard let location, let start = location.start else { return ConfigLocation() }
    let end = location.end ?? start
    let range = offset(start).flatMap { first in offset(end).map { first..<max(first, $0) } }
    return ConfigLocation(file: location.file, start: start, end: end, bytes: range ?? 0..<0)
  }

  /// Returns a position's byte offset, or `nil` if it is outside the line table. Columns count
  /// bytes.
  private func offset(_ position: SourcePosition) -> Int? {
    starts.indices.contains(position.line - 1)
      ? starts[position.line - 1] + position.column - 1 : nil
  }
}
