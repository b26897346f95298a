// Generated from Configuration.plist.
// Do not edit: change the configuration and regenerate this file.

import Foundation

/// The configuration of the app.
struct Plain: Hashable, Sendable {
  /// `big`
  var big: UInt64

  /// `host`
  var host: String

  /// `least`
  var least: Int

  /// `list`
  var list: [ListItem]

  /// `nested`
  var nested: Nested

  /// `only-here`
  var onlyHere: Bool?

  /// `retries`
  var retries: Int?

  /// `share`
  var share: Double

  init(
    big: UInt64,
    host: String,
    least: Int,
    list: [ListItem],
    nested: Nested,
    onlyHere: Bool? = nil,
    retries: Int? = nil,
    share: Double
  ) {
    self.big = big
    self.host = host
    self.least = least
    self.list = list
    self.nested = nested
    self.onlyHere = onlyHere
    self.retries = retries
    self.share = share
  }

  /// `list`
  struct ListItem: Hashable, Sendable {
    /// `list[0].a`
    var a: Int

    /// `list[0].b`
    var b: String?

    init(a: Int, b: String? = nil) {
      self.a = a
      self.b = b
    }
  }

  /// `nested`
  struct Nested: Hashable, Sendable {
    /// `nested.level`
    var level: String?

    /// `nested.on`
    var on: Bool

    init(level: String? = nil, on: Bool) {
      self.level = level
      self.on = on
    }
  }
}

extension Plain {
  /// The environment `development`.
  static let development = Plain(
    big: 1,
    host: "b.example",
    least: -1,
    list: [],
    nested: Nested(level: "x", on: false),
    onlyHere: true,
    share: 0.5
  )

  /// The only environment in this file.
  static var current: Plain { development }

  /// Returns the values of an environment, or `nil` if this build does not contain it.
  static func named(_ environment: String) -> Plain? {
    switch environment {
    case "development": development
    default: nil
    }
  }

  /// Values for tests. Each string equals its key, and URLs have the host `mock.invalid`, which
  /// does not exist.
  static let mock = Plain(
    big: 18_446_744_073_709_551_615,
    host: "host",
    least: -9_223_372_036_854_775_808,
    list: [ListItem(a: 1, b: "b")],
    nested: Nested(level: "level", on: true),
    onlyHere: true,
    retries: 3,
    share: 1.0
  )
}

extension Plain: Decodable {
  private enum CodingKeys: String, CodingKey {
    case big
    case host
    case least
    case list
    case nested
    case onlyHere = "only-here"
    case retries
    case share
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.big = try values.decode(UInt64.self, forKey: .big)
    self.host = try values.decode(String.self, forKey: .host)
    self.least = try values.decode(Int.self, forKey: .least)
    self.list = try values.decode([ListItem].self, forKey: .list)
    self.nested = try values.decode(Nested.self, forKey: .nested)
    self.onlyHere = try values.decodeIfPresent(Bool.self, forKey: .onlyHere)
    self.retries = try values.decodeIfPresent(Int.self, forKey: .retries)
    self.share = try values.decode(Double.self, forKey: .share)
  }
}

extension Plain.ListItem: Decodable {
  private enum CodingKeys: String, CodingKey {
    case a
    case b
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.a = try values.decode(Int.self, forKey: .a)
    self.b = try values.decodeIfPresent(String.self, forKey: .b)
  }
}

extension Plain.Nested: Decodable {
  private enum CodingKeys: String, CodingKey {
    case level
    case on
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.level = try values.decodeIfPresent(String.self, forKey: .level)
    self.on = try values.decode(Bool.self, forKey: .on)
  }
}
