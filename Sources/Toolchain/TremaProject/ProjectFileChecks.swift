import TremaChecks
import TremaJSON
import TremaSupport

// The decoding of check settings. Whether the check codes exist is verified later.

extension ProjectFile.CheckSetting {
  /// The members of a check setting.
  enum Field: String, CaseIterable, Hashable { case level, verified, languages, keys, reason }

  /// Reads a check setting: a level, as in `"double-space": "off"`, or an object.
  ///
  /// - Returns: `nil` if the setting is invalid. The problems are recorded in the reader.
  init?(reading member: JSONObject.Member, _ reader: inout ProjectFileReader) {
    self.init(code: Located(member.name, at: member.nameLocation))
    guard member.value.object != nil else {
      let field = ProjectFileReader.Field(name: member.name, member)
      guard let level: CheckLevel = reader.choice(field) else { return nil }
      self.level = Located(level, at: member.value.location)
      return
    }
    for field in reader.fields(of: member.value, "the check '\(member.name)'", Field.self) {
      switch field.name {
      case .level: level = Self.level(field, &reader)
      case .verified: verified = reader.choice(field)
      case .languages: languages = Self.parts(field, &reader)
      case .keys: keys = Self.parts(field, &reader)
      case .reason: reason = reader.string(field)?.value
      }
    }
  }

  /// Reads a level.
  private static func level<Name>(
    _ field: ProjectFileReader.Field<Name>, _ reader: inout ProjectFileReader
  ) -> Located<CheckLevel>? {
    reader.choice(field).map { Located($0, at: field.value.location) }
  }

  /// Reads the levels for languages or keys.
  private static func parts<Name>(
    _ field: ProjectFileReader.Field<Name>, _ reader: inout ProjectFileReader
  ) -> [Part] {
    reader.members(field).compactMap { member in
      let name = Located(member.name, at: member.nameLocation)
      return level(ProjectFileReader.Field(name: member.name, member), &reader).map {
        Part(name, $0)
      }
    }
  }
}

extension ProjectFile.Term {
  /// The members of a term.
  enum Field: String, CaseIterable, Hashable { case term, required, forbidden, caseSensitive, note }

  /// Reads a term.
  ///
  /// - Returns: `nil` if the term is invalid. The problems are recorded in the reader.
  init?(reading value: JSONValue, _ reader: inout ProjectFileReader) {
    let fields = reader.fields(of: value, "a term", Field.self)
    reader.require([.term], in: value, "a term", fields)
    var term: Located<String>?
    self.init(term: Located(""))
    for field in fields {
      switch field.name {
      case .term: term = reader.string(field)
      case .required: required = Self.words(field, &reader)
      case .forbidden: forbidden = Self.words(field, &reader)
      case .caseSensitive: isCaseSensitive = reader.bool(field) ?? false
      case .note: note = reader.string(field)?.value
      }
    }
    guard let term else { return nil }
    self.term = term
  }

  /// Reads the words of each language.
  private static func words<Name>(
    _ field: ProjectFileReader.Field<Name>, _ reader: inout ProjectFileReader
  ) -> [Words] {
    reader.members(field).compactMap { member in
      let words = reader.nonemptyStrings(ProjectFileReader.Field(name: member.name, member))
      return words.map {
        Words(
          language: Located(member.name, at: member.nameLocation), words: $0.map(\.value))
      }
    }
  }
}
