import TremaJSON
import TremaMessages

/// The metadata of an argument in an ARB file: its Dart type and format.
///
/// See Flutter, "Internationalizing Flutter apps"; Dart, `NumberFormat`.
struct ARBArgument: Hashable {
  /// The Dart type, such as `int`, `double`, `String`, `DateTime` or `Object`.
  var type: String
  /// A constructor of Dart's `NumberFormat` or a skeleton of its `DateFormat`.
  var format: String?
  /// The number of digits after the decimal point, an optional parameter of the format.
  var decimalDigits: Int?
  /// The description of the argument, followed by its example.
  var documentation = ""

  init(type: String) { self.type = type }

  /// Creates the metadata for the placeholder that displays the argument on other platforms.
  init(_ placeholder: Placeholder) {
    switch placeholder.type {
    case .text, .character: self.init(type: "String")
    case .integer:
      self.init(type: "int")
      if placeholder.flags.contains(.grouped) { format = "decimalPattern" }
    case .floating:
      self.init(type: "double")
      if case .fixed(let digits)? = placeholder.precision {
        format = "decimalPatternDigits"
        decimalDigits = digits
      }
    case .date: self.init(type: "DateTime")
    case .pointer, .boolean, .hash, .none: self.init(type: "Object")
    }
  }

  /// The placeholder that displays the argument, without a number, and whether it represents the
  /// format completely.
  var placeholder: (Placeholder, isExact: Bool) {
    var placeholder = Placeholder("@")
    switch (type, format) {
    case ("int", nil): placeholder.conversion = UInt8(ascii: "d")
    case ("int", "decimalPattern"):
      placeholder.conversion = UInt8(ascii: "d")
      placeholder.flags = .grouped
    case ("int", _):
      placeholder.conversion = UInt8(ascii: "d")
      return (placeholder, false)
    case ("double", _), ("num", _), ("float", _):
      placeholder.conversion = UInt8(ascii: "f")
      if let decimalDigits { placeholder.precision = .fixed(decimalDigits) }
      let isExact =
        format == nil && decimalDigits == nil
        || format == "decimalPatternDigits" && decimalDigits != nil
      return (placeholder, type == "double" && isExact)
    case ("DateTime", _): return (placeholder, false)
    // Flutter's `Object` accepts any value and converts it to a string.
    default: return (placeholder, type == "String" && format == nil)
    }
    return (placeholder, true)
  }

  /// The kind of the argument in a message with branches.
  var kind: MessageArgument.Kind {
    switch (type, format, decimalDigits) {
    case ("int", "decimalPattern", _): .number(.integer)
    case ("double", _, let digits?), ("num", _, let digits?), ("float", _, let digits?):
      .number(NumberStyle(fractions: digits...digits))
    default: .plain
    }
  }

  /// Whether the format is lost in a message with branches.
  var losesFormatInBranches: Bool { format != nil && kind == .plain }

  // MARK: - The object of the metadata

  /// The range of digits that a style supports.
  private static let digits = 0...30

  /// Parses a metadata object.
  ///
  /// - Parameters:
  ///   - object: The value of a member in `placeholders`.
  ///   - unknown: Called for each field that has no counterpart.
  init(_ object: JSONObject, unknown: (JSONObject.Member) -> Void) {
    self.init(type: "Object")
    var example: String?
    // The caller reports fields without a counterpart as losses.
    for field in object.members {
      switch (field.name, field.value.content) {
      case ("type", .string(let type)): self.type = type
      case ("format", .string(let format)): self.format = format
      case ("description", .string(let text)): documentation = Self.line(text)
      case ("example", .string(let text)): example = Self.line(text)
      case ("optionalParameters", .object(let options)):
        for option in options.members {
          if option.name == "decimalDigits", let digits = option.value.number?.int,
            Self.digits.contains(digits)
          {
            decimalDigits = digits
          } else {
            unknown(option)
          }
        }
      default: unknown(field)
      }
    }
    if let example, !example.isEmpty {
      documentation += documentation.isEmpty ? "for example \(example)" : ", for example \(example)"
    }
  }

  /// The metadata object. The example is part of the description.
  var object: JSONObject {
    func member(_ name: String, _ text: String) -> JSONObject.Member {
      JSONObject.Member(name, JSONValue(.string(text)))
    }
    var object = JSONObject([member("type", type)])
    if let format { object.members.append(member("format", format)) }
    if let decimalDigits {
      let digits = JSONObject.Member("decimalDigits", JSONValue(.number(JSONNumber(decimalDigits))))
      object.members.append(
        JSONObject.Member("optionalParameters", JSONValue(.object(JSONObject([digits])))))
    }
    if !documentation.isEmpty { object.members.append(member("description", documentation)) }
    return object
  }

  /// Returns a string as a single line, because annotations are single lines.
  private static func line(_ text: String) -> String {
    text.utf8.split { $0 <= UInt8(ascii: " ") }.map { String(Substring($0)) }
      .joined(separator: " ")
  }
}
