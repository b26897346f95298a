import TremaJSON
import TremaSupport

/// A reader of JSON values of expected types. Problems are collected, so that one run reports every
/// mistake in the file.
struct ProjectFileReader {
  /// The problems so far.
  private(set) var problems: [Diagnostic] = []

  /// A member with a known name.
  struct Field<Name> {
    /// The name of the member.
    var name: Name
    /// The name in messages: `'languages'`, or `an element of 'languages'`.
    var title: String
    /// The location of the name.
    var nameLocation: SourceLocation?
    /// The value.
    var value: JSONValue

    init(name: Name, _ member: JSONObject.Member) {
      self.name = name
      title = "'\(member.name)'"
      nameLocation = member.nameLocation
      value = member.value
    }
  }

  /// Returns the known members of an object in order, and reports unknown members.
  ///
  /// - Parameters:
  ///   - value: The value. If it is not an object, it is reported.
  ///   - description: The description of the object in messages.
  ///   - names: The type of the known names.
  mutating func fields<Name: RawRepresentable<String> & CaseIterable>(
    of value: JSONValue, _ description: String, _ names: Name.Type
  ) -> [Field<Name>] {
    guard let object = value.object else {
      report(
        "invalid-field", "\(description) must be an object, not \(value.kind)", at: value.location,
        hint: "replace it with an object: { }")
      return []
    }
    return object.members.compactMap { member in
      if let name = Name(rawValue: member.name) { return Field(name: name, member) }
      report(
        "unknown-field",
        "unknown field '\(member.name)' in "
          + "\(description)", at: member.nameLocation,
        hint: Self.suggestion(for: member.name, among: Name.allCases.map(\.rawValue)))
      return nil
    }
  }

  /// Reports each required member that an object does not have.
  mutating func require<Name: RawRepresentable<String> & Equatable>(
    _ names: [Name], in value: JSONValue, _ description: String, _ fields: [Field<Name>]
  ) {
    guard value.object != nil else { return }
    for name in names where !fields.contains(where: { $0.name == name }) {
      report(
        "missing-field", "\(description) requires the field '\(name.rawValue)'", at: value.location,
        hint: "add \"\(name.rawValue)\"")
    }
  }

  /// Returns a Boolean. If the value is not a Boolean, reports it and returns `nil`.
  mutating func bool<Name>(_ field: Field<Name>) -> Bool? {
    if let bool = field.value.bool { return bool }
    expected("true or false", in: field)
    return nil
  }

  /// Returns a positive integer. If the value is not a positive integer, reports it and returns
  /// `nil`.
  mutating func positiveInteger<Name>(_ field: Field<Name>) -> Int? {
    if let count = field.value.number?.int, count > 0 { return count }
    expected("a positive integer", in: field)
    return nil
  }

  /// Returns a percentage from 1 to 100. If the value is not such a number, reports it and returns
  /// `nil`.
  mutating func percentage<Name>(_ field: Field<Name>) -> Int? {
    guard let number = field.value.number else {
      expected("a percentage from 1 to 100", in: field)
      return nil
    }
    if let percent = number.int, (1...100).contains(percent) { return percent }
    report(
      "invalid-field", "\(field.title) must be a percentage from 1 to 100, not \(number.text)",
      at: field.value.location)
    return nil
  }

  /// Returns whether a value is an object. Any other value is reported.
  mutating func isObject<Name>(_ field: Field<Name>) -> Bool {
    if field.value.object != nil { return true }
    expected("an object", in: field)
    return false
  }

  /// Returns the members of an object. If the value is not an object, reports it and returns no
  /// members.
  mutating func members<Name>(_ field: Field<Name>) -> [JSONObject.Member] {
    isObject(field) ? field.value.object?.members ?? [] : []
  }

  /// Returns the elements of an array as fields. If the value is not an array, reports it and
  /// returns no elements.
  mutating func elements<Name>(_ field: Field<Name>) -> [Field<Name>] {
    guard let array = field.value.array else {
      expected("an array", in: field)
      return []
    }
    return array.map { element in
      var each = field
      each.title = "an element of \(field.title)"
      each.value = element
      return each
    }
  }

  /// Returns a nonempty string. If the value is not a nonempty string, reports it and returns
  /// `nil`.
  mutating func string<Name>(_ field: Field<Name>) -> Located<String>? {
    guard let text = field.value.string else {
      expected("a string", in: field)
      return nil
    }
    guard !text.isEmpty else {
      report(
        "invalid-field", "\(field.title) must not be empty", at: field.value.location,
        hint: "enter a value, or remove the field")
      return nil
    }
    return Located(text, at: field.value.location)
  }

  /// Returns the strings of an array, or `nil` if the value is not an array. Invalid elements are
  /// reported and omitted.
  mutating func strings<Name>(_ field: Field<Name>) -> [Located<String>]? {
    guard field.value.array != nil else {
      expected("an array of strings", in: field)
      return nil
    }
    return elements(field).compactMap { string($0) }
  }

  /// Returns the strings of an array, and reports an empty array.
  mutating func nonemptyStrings<Name>(_ field: Field<Name>) -> [Located<String>]? {
    if field.value.array?.isEmpty == true {
      report(
        "invalid-field", "\(field.title) must not be empty", at: field.value.location,
        hint: "enter a value, or remove the field")
    }
    return strings(field)
  }

  /// Returns a string that must be one of the given words. If it is not, reports it and returns
  /// `nil`.
  mutating func word<Name>(_ field: Field<Name>, _ words: [String]) -> String? {
    guard let text = string(field)?.value else { return nil }
    if words.contains(text) { return text }
    report(
      "invalid-field", "invalid value '\(text)' for \(field.title)", at: field.value.location,
      hint: Self.suggestion(for: text, among: words))
    return nil
  }

  /// Returns a value that is parsed from a string. If parsing fails, reports the value and returns
  /// `nil`.
  mutating func parsed<Name, Value>(
    _ field: Field<Name>, hint: String, _ parse: (String) -> Value?
  ) -> Value? {
    guard let text = string(field)?.value else { return nil }
    if let value = parse(text) { return value }
    report(
      "invalid-field",
      "invalid value '\(text)' for "
        + "\(field.title)", at: field.value.location, hint: hint)
    return nil
  }

  /// Returns the enumeration case with a name. If there is none, reports the value and returns
  /// `nil`.
  mutating func choice<Name, Value: RawRepresentable<String> & CaseIterable>(
    _ field: Field<Name>
  ) -> Value? {
    word(field, Value.allCases.map(\.rawValue)).flatMap(Value.init)
  }

  /// Returns the strings of an array, each of which must be one of the given words. Other strings
  /// are reported and omitted.
  mutating func words<Name>(_ field: Field<Name>, _ words: [String]) -> [String]? {
    guard field.value.array != nil else {
      expected("an array of strings", in: field)
      return nil
    }
    return elements(field).compactMap { word($0, words) }
  }

  /// Returns a string that is used as part of a path. If it could refer to a different folder,
  /// reports it and returns `nil`.
  mutating func fileName<Name>(_ field: Field<Name>) -> Located<String>? {
    guard let name = string(field) else { return nil }
    if isFileName(name.value) { return name }
    report(
      "invalid-field", "'\(name.value)' is not allowed in a file name", at: name.location,
      hint: "remove slashes, control characters and a leading dot")
    return nil
  }

  /// Warns about a member that has no effect on a format.
  mutating func warn<Name: RawRepresentable<String>>(ofUnused field: Field<Name>, in format: String)
  {
    problems.append(
      Diagnostic(
        .warning, "unused-field",
        "\(field.title) has no effect in the format '\(format)'",
        at: field.nameLocation, hint: "remove it", subject: field.name.rawValue))
  }

  /// Reports a value that does not have the expected type.
  private mutating func expected<Name>(_ description: String, in field: Field<Name>) {
    report(
      "invalid-field", "\(field.title) must be \(description), not \(field.value.kind)",
      at: field.value.location)
  }

  /// Reports an error.
  mutating func report(
    _ code: String, _ message: String, at location: SourceLocation?, hint: String? = nil
  ) {
    problems.append(
      Diagnostic(.error, code, message, at: location, hint: hint, kind: .unreadable))
  }

  /// Returns a hint that suggests the closest word, or lists all words.
  private static func suggestion(
    for word: String, among words: [String]
  ) -> String {
    closestMatch(to: word, among: words).map { "did you mean '\($0)'?" }
      ?? "use one of \(words.map { "'\($0)'" }.joined(separator: ", "))"
  }
}
