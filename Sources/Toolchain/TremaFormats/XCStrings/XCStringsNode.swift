import TremaJSON
import TremaMessages

/// A message in one language of a string catalog.
enum XCStringsNode {
  /// A string without plurals.
  case unit(String)
  /// A single plural that is the whole message, by category.
  case plural([PluralCategory: String])
  /// A format and the plurals that it refers to.
  case substitutions(String, [VariableFormat.Variable])
  /// An ICU message, which the app must format because string catalogs have no equivalent.
  case message(String)

  /// Chooses the form of a message.
  ///
  /// - Parameters:
  ///   - message: A message in which every argument is numbered.
  ///   - language: The language, or `nil` if its tag is invalid and its plural categories are
  ///     therefore unknown.
  ///   - names: The argument names by number.
  ///   - conversions: The conversions of arguments that the message does not display, by number.
  init(
    _ message: Message, in language: LanguageTag?, names: [Int: String],
    conversions: [Int: String]
  ) {
    guard message.hasBranches else {
      self = .unit(message.inAppleSpelling)
      return
    }
    if let language, let forms = Self.forms(message, in: language, conversions) {
      self = .plural(forms)
    } else if let language,
      let format = Self.substitutions(message, in: language, names, conversions)
    {
      self = .substitutions(XCStringsSubstitutions.withoutPositions(format), format.variables)
    } else {
      self = .message(message.inAppleSpelling)
    }
  }

  /// Whether the message is written as an ICU message.
  var isWholeMessage: Bool { if case .message = self { true } else { false } }

  /// Returns the forms of a message that is a single plural, or `nil` if `variations.plural` cannot
  /// represent it.
  private static func forms(
    _ message: Message, in language: LanguageTag, _ conversions: [Int: String]
  ) -> [PluralCategory: String]? {
    guard let argument = message.asOnePlural, case .numbered(let number) = argument.name,
      let format = VariableFormat(Message([.argument(argument)]), in: language),
      format.variables.count == 1, let forms = format.variables.first?.forms,
      // The file doesn't declare the selecting argument, so readers must be able to derive it from
      // the forms.
      XCStringsPlural.argument(of: forms) == number, conversions[number] == nil
    else { return nil }
    return forms
  }

  /// Returns the format of a message with multiple plurals, or `nil` if substitutions cannot
  /// represent it. Xcode does not support nested substitutions.
  private static func substitutions(
    _ message: Message, in language: LanguageTag, _ names: [Int: String],
    _ conversions: [Int: String]
  ) -> VariableFormat? {
    let isNested = message.elements.contains { element in
      if case .argument(let argument) = element {
        argument.branches.contains(where: \.hasBranches)
      } else {
        false
      }
    }
    guard !isNested,
      let format = VariableFormat(
        message, in: language, names: names.filter { isName($0.value) },
        conversions: conversions, numberSpelling: "%arg"),
      format.variables.count <= XCStringsSubstitutions.maxCount
    else { return nil }
    return format
  }

  /// Returns whether Xcode accepts a name for a substitution: ASCII letters, digits and
  /// underscores.
  private static func isName(_ name: String) -> Bool {
    name.utf8.allSatisfy { byte in
      byte == UInt8(ascii: "_") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
  }

  /// Returns the JSON of the localization.
  ///
  /// - Parameter state: The state of all units in the localization.
  func value(state: String) -> JSONValue {
    func unit(_ text: String) -> JSONObject.Member {
      .init(
        "stringUnit",
        .makeObject([("state", JSONValue(.string(state))), ("value", JSONValue(.string(text)))]))
    }
    func variations(_ forms: [PluralCategory: String]) -> JSONObject.Member {
      let forms = forms.map { category, form in
        JSONObject.Member(
          category.rawValue, JSONValue(.object(JSONObject([unit(form)]))))
      }
      return .init("variations", .makeObject([("plural", JSONValue(.object(JSONObject(forms))))]))
    }
    // The writer sorts the fields of objects, as in Xcode.
    switch self {
    case .unit(let text), .message(let text):
      return JSONValue(.object(JSONObject([unit(text)])))
    case .plural(let forms): return JSONValue(.object(JSONObject([variations(forms)])))
    case .substitutions(let format, let variables):
      let substitutions = variables.map { variable in
        JSONObject.Member(
          variable.name,
          JSONValue(
            .object(
              JSONObject([
                .init("argNum", JSONValue(.number(JSONNumber(variable.argument ?? 1)))),
                .init("formatSpecifier", JSONValue(.string(variable.valueType))),
                variations(variable.forms),
              ]))))
      }
      return JSONValue(
        .object(
          JSONObject([
            unit(format), .init("substitutions", JSONValue(.object(JSONObject(substitutions)))),
          ])))
    }
  }
}

extension JSONValue {
  /// Returns an object with the given members, in order.
  fileprivate static func makeObject(_ members: [(String, JSONValue)]) -> JSONValue {
    JSONValue(.object(JSONObject(members.map { JSONObject.Member($0, $1) })))
  }
}

extension Message {
  /// The message as spelled on Apple platforms: text with Apple conversions, or ICU syntax if the
  /// message has branches.
  fileprivate var inAppleSpelling: String {
    var text = ""
    forEachPiece(.apple, numbered: false) {
      text += $0
    } placeholder: {
      text += String(decoding: $0, as: UTF8.self)
    }
    return text
  }
}
