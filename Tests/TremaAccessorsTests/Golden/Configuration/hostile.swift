// Generated from Configuration.schema.json.
// Do not edit: change the configuration and regenerate this file.

import Foundation

/// The configuration of the app.
package struct Hostile: Hashable, Sendable {
  /// `URL`
  package var url: Url?

  /// */ /* ends [it]
  /// \- Parameter x: \`y
  /// \#else
  ///
  /// `"*/ // \"\\(1 + 1)"`
  package var _11: String?

  /// `mode`
  package var mode: Mode?

  /// `404`
  package var _404: Int

  /// `Decoder`
  package var decoder: DecoderSection

  /// `android`
  package var android: String

  /// `class`
  package var `class`: String

  /// `component1`
  package var component1: Int

  /// `copy`
  package var copy: Bool

  /// `decode`
  package var decode: Decode

  /// `description`
  package var description: String

  /// `größe`
  package var grosse: String

  /// `hashValue`
  package var hashValueSetting: Bool

  /// `init`
  package var `init`: Int

  /// `none`
  package var none: String

  /// `object`
  package var object: Bool

  /// `rawValue`
  package var rawValue: Int

  /// `resources`
  package var resources: String

  /// `self`
  package var selfSetting: Int

  /// `some`
  package var some: Some

  /// `string`
  package var string: StringSection

  /// `stringValue`
  package var stringValue: String

  /// `values`
  package var values: Int

  package init(
    url: Url? = nil,
    _11: String? = nil,
    mode: Mode? = nil,
    _404: Int,
    decoder: DecoderSection,
    android: String,
    `class`: String,
    component1: Int,
    copy: Bool,
    decode: Decode,
    description: String,
    grosse: String,
    hashValueSetting: Bool,
    `init`: Int,
    none: String,
    object: Bool,
    rawValue: Int,
    resources: String,
    selfSetting: Int,
    some: Some,
    string: StringSection,
    stringValue: String,
    values: Int
  ) {
    self.url = url
    self._11 = _11
    self.mode = mode
    self._404 = _404
    self.decoder = decoder
    self.android = android
    self.`class` = `class`
    self.component1 = component1
    self.copy = copy
    self.decode = decode
    self.description = description
    self.grosse = grosse
    self.hashValueSetting = hashValueSetting
    self.`init` = `init`
    self.none = none
    self.object = object
    self.rawValue = rawValue
    self.resources = resources
    self.selfSetting = selfSetting
    self.some = some
    self.string = string
    self.stringValue = stringValue
    self.values = values
  }

  /// `URL`
  package struct Url: Hashable, Sendable {
    /// `URL.URL`
    package var url: URL?

    /// Whose shop it is
    /// A secret: nil in the compiled-in values, loaded from a file at run time.
    ///
    /// `URL.Secret`
    package var secret: Secret<String>?

    package init(url: URL? = nil, secret: Secret<String>? = nil) {
      self.url = url
      self.secret = secret
    }
  }

  /// `mode`
  package enum Mode: String, CaseIterable, Decodable, Hashable, Sendable {
    case empty = ""
    case selfSetting = "self"
    case type = "Type"
    case `init`
    case u002AU002F = "*/"
    case u202EX = "\u{202E}x"
  }

  /// `Decoder`
  package struct DecoderSection: Hashable, Sendable {
    /// `Decoder.Hostile`
    package var hostile: HostileSection

    package init(hostile: HostileSection) {
      self.hostile = hostile
    }

    /// `Decoder.Hostile`
    package struct HostileSection: Hashable, Sendable {
      /// `Decoder.Hostile.x`
      package var x: Bool

      package init(x: Bool) {
        self.x = x
      }
    }
  }

  /// `decode`
  package struct Decode: Hashable, Sendable {
    /// `decode.from`
    package var from: Int

    package init(from: Int) {
      self.from = from
    }
  }

  /// `some`
  package struct Some: Hashable, Sendable {
    /// `some.none`
    package var none: Int

    package init(none: Int) {
      self.none = none
    }
  }

  /// `string`
  package struct StringSection: Hashable, Sendable {
    /// `string.a`
    package var a: Int

    package init(a: Int) {
      self.a = a
    }
  }

  /// A value that is redacted in the output of `print`, `dump` and logs.
  package struct Secret<Value: Hashable & Sendable>: Hashable, Sendable {
    package var value: Value

    package init(_ value: Value) { self.value = value }
  }
}

extension Hostile {
  /// The environment `production`.
  package static let production = Hostile(
    url: Url(url: URL(compiledIn: "https://a.example")),
    mode: .u202EX,
    _404: 2,
    decoder: DecoderSection(hostile: DecoderSection.HostileSection(x: true)),
    android: "a",
    class: "x",
    component1: 1,
    copy: true,
    decode: Decode(from: 1),
    description: "d",
    grosse: "\u{0}\u{202E}é$\"\\\n😀",
    hashValueSetting: true,
    init: 1,
    none: "none",
    object: true,
    rawValue: 1,
    resources: "r",
    selfSetting: 3,
    some: Some(none: 1),
    string: StringSection(a: 1),
    stringValue: "s",
    values: 1
  )

  /// The environment `self`.
  package static let selfSetting = Hostile(
    url: Url(url: URL(compiledIn: "https://a.example")),
    mode: .u202EX,
    _404: 2,
    decoder: DecoderSection(hostile: DecoderSection.HostileSection(x: true)),
    android: "a",
    class: "x",
    component1: 1,
    copy: true,
    decode: Decode(from: 1),
    description: "d",
    grosse: "\u{0}\u{202E}é$\"\\\n😀",
    hashValueSetting: true,
    init: 1,
    none: "none",
    object: true,
    rawValue: 1,
    resources: "r",
    selfSetting: 3,
    some: Some(none: 1),
    string: StringSection(a: 1),
    stringValue: "s",
    values: 1
  )

  /// The environment `class`.
  package static let `class` = Hostile(
    url: Url(url: URL(compiledIn: "https://a.example")),
    mode: .u202EX,
    _404: 2,
    decoder: DecoderSection(hostile: DecoderSection.HostileSection(x: true)),
    android: "a",
    class: "x",
    component1: 1,
    copy: true,
    decode: Decode(from: 1),
    description: "d",
    grosse: "\u{0}\u{202E}é$\"\\\n😀",
    hashValueSetting: true,
    init: 1,
    none: "none",
    object: true,
    rawValue: 1,
    resources: "r",
    selfSetting: 3,
    some: Some(none: 1),
    string: StringSection(a: 1),
    stringValue: "s",
    values: 1
  )

  /// The environment `*/ \"x\"`.
  package static let x = Hostile(
    url: Url(url: URL(compiledIn: "https://a.example")),
    mode: .u202EX,
    _404: 2,
    decoder: DecoderSection(hostile: DecoderSection.HostileSection(x: true)),
    android: "a",
    class: "x",
    component1: 1,
    copy: true,
    decode: Decode(from: 1),
    description: "d",
    grosse: "\u{0}\u{202E}é$\"\\\n😀",
    hashValueSetting: true,
    init: 1,
    none: "none",
    object: true,
    rawValue: 1,
    resources: "r",
    selfSetting: 3,
    some: Some(none: 1),
    string: StringSection(a: 1),
    stringValue: "s",
    values: 1
  )

  /// Returns the values of an environment, or `nil` if this build does not contain it.
  package static func named(_ environment: String) -> Hostile? {
    switch environment {
    case "production": production
    case "self": selfSetting
    case "class": `class`
    case "*/ \"x\"": x
    default: nil
    }
  }

  /// Values for tests. Each string equals its key, and URLs have the host `mock.invalid`, which
  /// does not exist.
  package static let mock = Hostile(
    url: Url(url: URL(compiledIn: "https://mock.invalid/URL"), secret: Secret("mock")),
    _11: "*/ // \"\\(1 + 1)",
    mode: .empty,
    _404: 2,
    decoder: DecoderSection(hostile: DecoderSection.HostileSection(x: true)),
    android: "android",
    class: "class",
    component1: 1,
    copy: true,
    decode: Decode(from: 1),
    description: "description",
    grosse: "größe",
    hashValueSetting: true,
    init: 1,
    none: "none",
    object: true,
    rawValue: 1,
    resources: "resources",
    selfSetting: 3,
    some: Some(none: 1),
    string: StringSection(a: 1),
    stringValue: "stringValue",
    values: 1
  )
}

extension Hostile: Decodable {
  private enum CodingKeys: String, CodingKey {
    case url = "URL"
    case _11 = "*/ // \"\\(1 + 1)"
    case mode
    case _404 = "404"
    case decoder = "Decoder"
    case android
    case `class`
    case component1
    case copy
    case decode
    case description
    case grosse = "größe"
    case hashValueSetting = "hashValue"
    case `init`
    case none
    case object
    case rawValue
    case resources
    case selfSetting = "self"
    case some
    case string
    case stringValue
    case values
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.url = try values.decodeIfPresent(Url.self, forKey: .url)
    self._11 = try values.decodeIfPresent(String.self, forKey: ._11)
    self.mode = try values.decodeIfPresent(DecodedChoice<Mode>.self, forKey: .mode)?.choice
    self._404 = try values.decode(Int.self, forKey: ._404)
    self.decoder = try values.decode(DecoderSection.self, forKey: .decoder)
    self.android = try values.decode(String.self, forKey: .android)
    self.`class` = try values.decode(String.self, forKey: .`class`)
    self.component1 = try values.decode(Int.self, forKey: .component1)
    self.copy = try values.decode(Bool.self, forKey: .copy)
    self.decode = try values.decode(Decode.self, forKey: .decode)
    self.description = try values.decode(String.self, forKey: .description)
    self.grosse = try values.decode(String.self, forKey: .grosse)
    self.hashValueSetting = try values.decode(Bool.self, forKey: .hashValueSetting)
    self.`init` = try values.decode(Int.self, forKey: .`init`)
    self.none = try values.decode(String.self, forKey: .none)
    self.object = try values.decode(Bool.self, forKey: .object)
    self.rawValue = try values.decode(Int.self, forKey: .rawValue)
    self.resources = try values.decode(String.self, forKey: .resources)
    self.selfSetting = try values.decode(Int.self, forKey: .selfSetting)
    self.some = try values.decode(Some.self, forKey: .some)
    self.string = try values.decode(StringSection.self, forKey: .string)
    self.stringValue = try values.decode(String.self, forKey: .stringValue)
    self.values = try values.decode(Int.self, forKey: .values)
  }
}

extension Hostile.Url: Decodable {
  private enum CodingKeys: String, CodingKey {
    case url = "URL"
    case secret = "Secret"
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.url = try values.decodeIfPresent(DecodedURL.self, forKey: .url)?.url
    self.secret = try values.decodeIfPresent(
      String.self,
      forKey: .secret
    ).map { Hostile.Secret($0) }
  }
}

extension Hostile.DecoderSection: Decodable {
  private enum CodingKeys: String, CodingKey {
    case hostile = "Hostile"
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.hostile = try values.decode(HostileSection.self, forKey: .hostile)
  }
}

extension Hostile.DecoderSection.HostileSection: Decodable {
  private enum CodingKeys: String, CodingKey {
    case x
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.x = try values.decode(Bool.self, forKey: .x)
  }
}

extension Hostile.Decode: Decodable {
  private enum CodingKeys: String, CodingKey {
    case from
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.from = try values.decode(Int.self, forKey: .from)
  }
}

extension Hostile.Some: Decodable {
  private enum CodingKeys: String, CodingKey {
    case none
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.none = try values.decode(Int.self, forKey: .none)
  }
}

extension Hostile.StringSection: Decodable {
  private enum CodingKeys: String, CodingKey {
    case a
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.a = try values.decode(Int.self, forKey: .a)
  }
}

extension Hostile.Secret: CustomStringConvertible, CustomDebugStringConvertible {
  package var description: String { "<redacted>" }
  package var debugDescription: String { description }
}

extension Hostile.Secret: CustomReflectable {
  package var customMirror: Mirror { Mirror(self, children: []) }
}

extension Hostile {
  /// The error for a loaded value that violates a rule of the schema.
  package struct InvalidValue: Error, Hashable, Sendable {
    /// The key path, such as `api.hosts[0]`.
    package var key: String
    /// The rejected value; `nil` for a secret.
    package var value: String?
    /// The requirement of the schema, such as `at most 120`.
    package var rule: String
    /// The file, if it is known.
    package var origin: String?

    fileprivate init(_ path: [any CodingKey], _ value: String?, _ rule: String) {
      key = path.reduce(into: "") { text, key in
        if let index = key.intValue {
          text += "[\(index)]"
        } else {
          text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
        }
      }
      self.value = value.map { String($0.prefix(60)) }
      self.rule = rule
    }

    /// Runs a closure and removes the rejected value from its errors.
    fileprivate static func withoutValue<Result>(_ body: () throws -> Result) throws -> Result {
      do {
        return try body()
      } catch var error as InvalidValue {
        error.value = nil
        throw error
      }
    }
  }
}

extension Hostile.InvalidValue: CustomStringConvertible, CustomNSError {
  package var description: String {
    let found = value.map { "is '\($0)';" } ?? "violates the schema:"
    let place = origin.map { " (\($0))" } ?? ""
    return "'\(key)' \(found) it must be \(rule)\(place)"
  }

  package static var errorDomain: String { "TremaConfiguration.InvalidValue" }

  package var errorUserInfo: [String: Any] {
    ["key": key, "rule": rule].merging(value.map { ["value": $0] } ?? [:]) { $1 }
  }
}

extension Hostile {
  /// Reads a property list written by `trema config merge`.
  ///
  /// - Throws: ``InvalidValue`` if a value violates the schema, `DecodingError` if a key is missing
  ///   or has the wrong type, and errors from reading the file.
  package static func loaded(from file: URL) throws -> Hostile {
    let data = try Data(contentsOf: file)
    do {
      return try PropertyListDecoder().decode(Self.self, from: data)
    } catch var error as InvalidValue {
      error.origin = file.lastPathComponent
      throw error
    }
  }
}

/// A URL, stored as a string in a property list.
private struct DecodedURL: Decodable {
  let url: URL

  init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let url = URL(string: text), url.scheme != nil else {
      throw Hostile.InvalidValue(decoder.codingPath, text, "an absolute URL")
    }
    self.url = url
  }
}

extension URL {
  /// A URL that was checked when this file was generated.
  fileprivate init(compiledIn text: String) {
    guard let url = URL(string: text) else {
      preconditionFailure("'\(text)' was a URL when this file was generated")
    }
    self = url
  }
}

/// A string that must be one of the values listed in the schema.
private struct DecodedChoice<Choice>: Decodable
where Choice: CaseIterable & RawRepresentable, Choice.RawValue == String {
  let choice: Choice

  init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let choice = Choice(rawValue: text) else {
      let words = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw Hostile.InvalidValue(decoder.codingPath, text, "one of \(words)")
    }
    self.choice = choice
  }
}
