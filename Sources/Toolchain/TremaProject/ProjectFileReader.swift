import TremaJSON
import TremaSupport

/// Takes JSON values for what they should be, and collects what they are not: one run names every
/// mistake of the file.
struct ProjectFileReader {
  private(set) var problems: [Diagnostic] = []

  /// A member whose name is known.
  struct Field<Name> {
    var name: Name
    /// The name in a message: `'languages'`, `a value of 'languages'`.
    var title: String
    var nameLocation: SourceLocation?
    var value: JSONValue

    init(name: Name, _ member: JSONObject.Member) {
      self.name = name
      title = "'\(member.name)'"
      nameLocation = member.nameLocation
      value = member.value
    }
  }

  /// The members of an object in file order, without those whose names are not in `names`.
  mutating func fields<Name: RawRepresentable<String> & CaseIterable>(
    of value: JSONValue, _ what: String, _ names: Name.Type
  ) -> [Field<Name>] {
    guard let object = value.object else {
      report(
        "invalid-field", "\(what) must be an object, not \(value.kind)", at: value.location,
        hint: "write { }")
      return []
    }
    return object.members.compactMap { member in
      if let name = Name(rawValue: member.name) { return Field(name: name, member) }
      report(
        "unknown-field", "\(what) has no field '\(member.name)'", at: member.nameLocation,
        hint: Self.suggestion(for: member.name, among: Name.allCases.map(\.rawValue), "fields"))
      return nil
    }
  }

  mutating func require<Name: RawRepresentable<String> & Equatable>(
    _ names: [Name], in value: JSONValue, _ what: String, _ fields: [Field<Name>]
  ) {
    guard value.object != nil else { return }
    for name in names where !fields.contains(where: { $0.name == name }) {
      report(
        "missing-field", "\(what) needs the field '\(name.rawValue)'", at: value.location,
        hint: "add \"\(name.rawValue)\"")
    }
  }

  mutating func bool<Name>(_ field: Field<Name>) -> Bool? {
    if let bool = field.value.bool { return bool }
    expected("true or false", in: field)
    return nil
  }

  /// A whole number from 1.
  mutating func count<Name>(_ field: Field<Name>) -> Int? {
    if let count = field.value.number?.int, count > 0 { return count }
    expected("a whole number from 1", in: field)
    return nil
  }

  mutating func isObject<Name>(_ field: Field<Name>) -> Bool {
    if field.value.object != nil { return true }
    expected("an object", in: field)
    return false
  }

  mutating func members<Name>(_ field: Field<Name>) -> [JSONObject.Member] {
    isObject(field) ? field.value.object?.members ?? [] : []
  }

  mutating func elements<Name>(_ field: Field<Name>) -> [Field<Name>] {
    guard let array = field.value.array else {
      expected("an array", in: field)
      return []
    }
    return array.map { element in
      var each = field
      each.title = "a value of \(field.title)"
      each.value = element
      return each
    }
  }

  /// A string that is not empty: no field here has a use for an empty one.
  mutating func string<Name>(_ field: Field<Name>) -> Located<String>? {
    guard let text = field.value.string else {
      expected("a string", in: field)
      return nil
    }
    guard !text.isEmpty else {
      report("invalid-field", "\(field.title) must not be empty", at: field.value.location)
      return nil
    }
    return Located(text, at: field.value.location)
  }

  mutating func strings<Name>(_ field: Field<Name>) -> [Located<String>]? {
    guard field.value.array != nil else {
      expected("an array of strings", in: field)
      return nil
    }
    return elements(field).compactMap { string($0) }
  }

  mutating func nonemptyStrings<Name>(_ field: Field<Name>) -> [Located<String>]? {
    if field.value.array?.isEmpty == true {
      report("invalid-field", "\(field.title) must name at least one", at: field.value.location)
    }
    return strings(field)
  }

  /// One of a few words.
  mutating func word<Name>(_ field: Field<Name>, _ words: [String]) -> String? {
    guard let text = string(field)?.value else { return nil }
    if words.contains(text) { return text }
    report(
      "invalid-field", "\(field.title) cannot be '\(text)'", at: field.value.location,
      hint: Self.suggestion(for: text, among: words, "values"))
    return nil
  }

  /// A value that is made from a string.
  mutating func parsed<Name, Value>(
    _ field: Field<Name>, hint: String, _ parse: (String) -> Value?
  ) -> Value? {
    guard let text = string(field)?.value else { return nil }
    if let value = parse(text) { return value }
    report(
      "invalid-field", "\(field.title) cannot be '\(text)'", at: field.value.location, hint: hint)
    return nil
  }

  /// A value of an enumeration, by its word.
  mutating func choice<Name, Value: RawRepresentable<String> & CaseIterable>(
    _ field: Field<Name>
  ) -> Value? {
    word(field, Value.allCases.map(\.rawValue)).flatMap(Value.init)
  }

  mutating func words<Name>(_ field: Field<Name>, _ words: [String]) -> [String]? {
    guard field.value.array != nil else {
      expected("an array of strings", in: field)
      return nil
    }
    return elements(field).compactMap { word($0, words) }
  }

  /// A string that becomes part of a path, and must not lead anywhere else.
  mutating func fileName<Name>(_ field: Field<Name>) -> Located<String>? {
    guard let name = string(field) else { return nil }
    if isFileName(name.value) { return name }
    report(
      "invalid-field", "'\(name.value)' cannot be part of a file name", at: name.location,
      hint: "leave out slashes and control characters, and do not begin with a dot")
    return nil
  }

  mutating func warn<Name: RawRepresentable<String>>(ofUnused field: Field<Name>, in format: String)
  {
    problems.append(
      Diagnostic(
        .warning, "unused-field",
        "\(field.title) means nothing to the format '\(format)'",
        at: field.nameLocation, hint: "remove it", subject: field.name.rawValue))
  }

  private mutating func expected<Name>(_ what: String, in field: Field<Name>) {
    report(
      "invalid-field", "\(field.title) must be \(what), not \(field.value.kind)",
      at: field.value.location)
  }

  private mutating func report(
    _ code: String, _ message: String, at location: SourceLocation?, hint: String? = nil
  ) {
    problems.append(
      Diagnostic(.error, code, message, at: location, hint: hint, kind: .unreadable))
  }

  private static func suggestion(
    for word: String, among words: [String], _ what: String
  ) -> String {
    nearest(to: word, among: words).map { "did you mean '\($0)'?" }
      ?? "the \(what) are \(words.joined(separator: ", "))"
  }
}
