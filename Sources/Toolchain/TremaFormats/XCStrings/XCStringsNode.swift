import TremaJSON
import TremaMessages

/// A message in one language of a string catalog.
enum XCStringsNode {
  case unit(String)
  /// One plural that is all of the message.
  case plural([PluralCategory: String])
  case substitutions(String, [VariableFormat.Variable])
  /// The catalogue has no words for it: an ICU message.
  case message(String)

  /// - Parameters:
  ///   - message: with a number on everything in it.
  ///   - names: what arguments are called, by number.
  ///   - conversions: of arguments that the message does not show.
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

  var isWholeMessage: Bool { if case .message = self { true } else { false } }

  private static func forms(
    _ message: Message, in language: LanguageTag, _ conversions: [Int: String]
  ) -> [PluralCategory: String]? {
    guard let argument = message.asOnePlural, case .numbered(let number) = argument.name,
      let format = VariableFormat(Message([.argument(argument)]), in: language),
      format.variables.count == 1, let forms = format.variables.first?.forms,
      // Which argument chooses is not said, but found in the forms.
      XCStringsPlural.argument(of: forms) == number, conversions[number] == nil
    else { return nil }
    return forms
  }

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
        conversions: conversions, ownNumber: "%arg"),
      format.variables.count <= XCStringsSubstitutions.most
    else { return nil }
    return format
  }

  private static func isName(_ name: String) -> Bool {
    name.utf8.allSatisfy { byte in
      byte == UInt8(ascii: "_") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
  }

  func value(state: String) -> JSONValue {
    func unit(_ text: String) -> JSONObject.Member {
      .init(
        "stringUnit",
        .of([("state", JSONValue(.string(state))), ("value", JSONValue(.string(text)))]))
    }
    func variations(_ forms: [PluralCategory: String]) -> JSONObject.Member {
      let forms = forms.map { category, form in
        JSONObject.Member(
          category.rawValue, JSONValue(.object(JSONObject([unit(form)]))))
      }
      return .init("variations", .of([("plural", JSONValue(.object(JSONObject(forms))))]))
    }
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
  fileprivate static func of(_ members: [(String, JSONValue)]) -> JSONValue {
    JSONValue(.object(JSONObject(members.map { JSONObject.Member($0, $1) })))
  }
}

extension Message {
  /// The text with conversions as Apple has them; a message with branches in ICU's spelling.
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
