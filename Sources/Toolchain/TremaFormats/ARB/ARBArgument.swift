import TremaJSON
import TremaMessages

/// The metadata of an argument in an ARB file: its Dart type, and how it is written.
///
/// Source: Flutter, "Internationalizing Flutter apps"; the formats are those of `NumberFormat`.
struct ARBArgument: Hashable {
  var type: String
  /// A constructor of Dart's `NumberFormat` or a skeleton of its `DateFormat`.
  var format: String?
  var decimalDigits: Int?
  var documentation = ""

  init(type: String) { self.type = type }

  /// - Parameter placeholder: what shows the argument on other platforms.
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

  /// The placeholder that shows the argument, without a number; and whether that is all there was.
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
    // `Object` of Flutter accepts any value and becomes a text.
    default: return (placeholder, type == "String" && format == nil)
    }
    return (placeholder, true)
  }

  /// The kind that shows the argument inside a message with branches.
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

  /// Digits beyond these no style can ask for.
  private static let digits = 0...30

  /// - Parameter unknown: is told of the places of fields that are not understood.
  init(_ object: JSONObject, unknown: (JSONObject.Member) -> Void) {
    self.init(type: "Object")
    var example: String?
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

  /// An annotation is one line.
  private static func line(_ text: String) -> String {
    text.utf8.split { $0 <= UInt8(ascii: " ") }.map { String(Substring($0)) }
      .joined(separator: " ")
  }
}
