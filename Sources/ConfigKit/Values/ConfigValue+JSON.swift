import TremaDiagnostics
import TremaJSON
import TremaScalars

extension ConfigValue {
  /// What a JSON document says: a number without a fraction and an exponent is an integer when a
  /// property list can hold it, and a real number else.
  public init(_ json: JSONValue) {
    let content: Content =
      switch json.content {
      case .null: .null
      case .bool(let claim): .boolean(claim)
      case .number(let number): Self.number(number)
      case .string(let text): .string(text)
      case .array(let values): .array(values.map(ConfigValue.init))
      case .object(let object):
        .dictionary(
          ConfigDictionary(
            object.members.map {
              ConfigDictionary.Entry(
                $0.name, at: ConfigPlace($0.nameLocation), ConfigValue($0.value))
            }))
      }
    self.init(content, at: ConfigPlace(json.location))
  }

  private static func number(_ number: JSONNumber) -> Content {
    if let integer = Int64(number.text) { return .integer(WholeNumber(integer)) }
    if let integer = UInt64(number.text) { return .integer(WholeNumber(integer)) }
    return .real(Double(number.text) ?? .infinity)
  }
}

extension ConfigPlace {
  /// - Parameter location: nil where a program made the value.
  init(_ location: SourceLocation?) {
    guard let location, let start = location.start else {
      self.init()
      return
    }
    self.init(file: location.file, start: start, end: location.end ?? start, bytes: 0..<0)
  }
}
