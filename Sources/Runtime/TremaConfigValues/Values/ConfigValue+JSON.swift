import TremaJSON
import TremaSupport

extension ConfigValue {
  /// Creates the value of a JSON document: a number without a fraction and an exponent is an integer when
  /// a property list can hold it, and a real number else.
  package init(_ json: JSONValue) {
    var reader = JSONConversion(lines: JSONLines())
    self = reader.value(json)
  }

  /// The same, with the bytes of all keys and values.
  ///
  /// - Parameters:
  ///   - bytes: what the document was read from.
  ///   - dictionary: makes one of its entries, in which a key may be twice, and the way to it.
  /// - Returns: also `number-out-of-range` for each number that no configuration can hold.
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

private struct JSONConversion {
  let lines: JSONLines
  var problems: [Diagnostic] = []
  var makeDictionary: ([ConfigDictionary.Entry], ConfigKeyPath) -> ConfigDictionary = {
    entries, _ in ConfigDictionary(entries)
  }
  private var path = ConfigKeyPath()

  init(lines: JSONLines) { self.lines = lines }

  mutating func value(_ json: JSONValue) -> ConfigValue {
    let place = lines.place(json.location)
    let content: ConfigValue.Content =
      switch json.content {
      case .null: .null
      case .bool(let claim): .boolean(claim)
      case .number(let number): self.number(number, at: place)
      case .string(let text): .string(text)
      case .array(let values): .array(array(values))
      case .object(let object): .dictionary(dictionary(object))
      }
    return ConfigValue(content, at: place)
  }

  private mutating func dictionary(_ object: JSONObject) -> ConfigDictionary {
    var entries: [ConfigDictionary.Entry] = []
    entries.reserveCapacity(object.members.count)
    for member in object.members {
      path.components.append(.key(member.name))
      entries.append(
        ConfigDictionary.Entry(
          member.name, at: lines.place(member.nameLocation), value(member.value)))
      path.components.removeLast()
    }
    return makeDictionary(entries, path)
  }

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

  private mutating func number(
    _ number: JSONNumber, at place: ConfigPlace
  ) -> ConfigValue.Content {
    if let integer = Int64(number.text) { return .integer(WholeNumber(integer)) }
    if let integer = UInt64(number.text) { return .integer(WholeNumber(integer)) }
    let isWhole = number.text.utf8.allSatisfy {
      $0 == UInt8(ascii: "-") || ASCII.isDigit($0)
    }
    let real = Double(number.text) ?? .infinity
    if isWhole || !real.isFinite {
      var diagnostic = Diagnostic(
        .error, "number-out-of-range",
        isWhole
          ? "the integer is not between -2^63 and 2^64 - 1" : "the number is too large for a real",
        at: place.location, hint: "write it as a string, if it is no number to count with")
      if !place.bytes.isEmpty { diagnostic.bytes = place.bytes }
      problems.append(diagnostic)
    }
    return .real(real)
  }
}

/// The offset of the first byte of each line, which makes offsets of lines and columns.
private struct JSONLines {
  private var starts: [Int] = []

  /// Creates the places of a document that is not available: they have no bytes.
  init() {}

  init(_ bytes: [UInt8]) {
    // A byte order mark does not count for the columns of its line.
    starts = [bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0]
    for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      starts.append(index + 1)
    }
  }

  /// - Parameter location: nil where a program made the value.
  func place(_ location: SourceLocation?) -> ConfigPlace {
    guard let location, let start = location.start else { return ConfigPlace() }
    let end = location.end ?? start
    let range = offset(start).flatMap { first in offset(end).map { first..<max(first, $0) } }
    return ConfigPlace(file: location.file, start: start, end: end, bytes: range ?? 0..<0)
  }

  private func offset(_ position: SourcePosition) -> Int? {
    starts.indices.contains(position.line - 1)
      ? starts[position.line - 1] + position.column - 1 : nil
  }
}
