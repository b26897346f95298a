// Generated from odd\nname `.trm. Do not edit: change the catalogue and regenerate this file.

import Foundation
import TremaLocalization

/// Texts of ``odd\nname `.trm``; master language `` de` ``.
enum Hostile {
  /// (empty): "x"
  static var empty: String {
    translate("", table: "a \"quoted\" \\ table", bundle: Bundle.bundle(for: "app"))
  }

  /// `404`: "x"
  static var _404: String {
    translate("404", table: "a \"quoted\" \\ table", bundle: Bundle.bundle(for: "app"))
  }

  /// `class`: "x"
  static var `class`: String {
    translate("class", table: "a \"quoted\" \\ table", bundle: Bundle.bundle(for: "app"))
  }

  /// `self`: "x"
  static var `self`: String {
    translate("self", table: "a \"quoted\" \\ table", bundle: Bundle.bundle(for: "app"))
  }

  /// `init`: "x"
  static var `init`: String {
    translate("init", table: "a \"quoted\" \\ table", bundle: Bundle.bundle(for: "app"))
  }

  /// `translate`: "x"
  static var translateText: String {
    translate("translate", table: "a \"quoted\" \\ table", bundle: Bundle.bundle(for: "app"))
  }

  /// `default`: "x"
  static var `default`: String {
    translate("default", table: "a \"quoted\" \\ table", bundle: Bundle.bundle(for: "app"))
  }

  /// `Type`: "x"
  static var type: String {
    translate("Type", table: "a \"quoted\" \\ table", bundle: Bundle.bundle(for: "app"))
  }

  /// `Protocol`: "x"
  static var `protocol`: String {
    translate("Protocol", table: "a \"quoted\" \\ table", bundle: Bundle.bundle(for: "app"))
  }

  /// `a b-c.d`: "x"
  static var aBCD: String {
    translate("a b-c.d", table: "a \"quoted\" \\ table", bundle: Bundle.bundle(for: "app"))
  }

  /// `größe`: "x"
  static var grosse: String {
    translate("größe", table: "a \"quoted\" \\ table", bundle: Bundle.bundle(for: "app"))
  }

  /// `😀`: "x"
  static var u1F600: String {
    translate("😀", table: "a \"quoted\" \\ table", bundle: Bundle.bundle(for: "app"))
  }

  /// `登录`: "x"
  static var u767BU5F55: String {
    translate("登录", table: "a \"quoted\" \\ table", bundle: Bundle.bundle(for: "app"))
  }

  /// `...`: "x"
  static var u002EU002EU002E: String {
    translate("...", table: "a \"quoted\" \\ table", bundle: Bundle.bundle(for: "app"))
  }

  /// `quote " here`: "x"
  static var quoteHere: String {
    translate("quote \" here", table: "a \"quoted\" \\ table", bundle: Bundle.bundle(for: "app"))
  }

  /// `back\slash`: "x"
  static var backSlash: String {
    translate("back\\slash", table: "a \"quoted\" \\ table", bundle: Bundle.bundle(for: "app"))
  }

  /// `\(1 + 1)`: "x"
  static var _11: String {
    translate("\\(1 + 1)", table: "a \"quoted\" \\ table", bundle: Bundle.bundle(for: "app"))
  }

  /// `line\nbreak`: "x"
  static var lineBreak: String {
    translate("line\nbreak", table: "a \"quoted\" \\ table", bundle: Bundle.bundle(for: "app"))
  }

  /// `tab\there`: "x"
  static var tabHere: String {
    translate("tab\there", table: "a \"quoted\" \\ table", bundle: Bundle.bundle(for: "app"))
  }

  /// `bidi \u{202E}x`: "x"
  static var bidiU202EX: String {
    translate("bidi \u{202E}x", table: "a \"quoted\" \\ table", bundle: Bundle.bundle(for: "app"))
  }

  /// `nul \u{1}`: "x"
  static var nul: String {
    translate("nul \u{1}", table: "a \"quoted\" \\ table", bundle: Bundle.bundle(for: "app"))
  }

  /// ``tick ` tick``: "x"
  static var tickTick: String {
    translate("tick ` tick", table: "a \"quoted\" \\ table", bundle: Bundle.bundle(for: "app"))
  }

  /// ``` `` ```: "x"
  static var u0060U0060: String {
    translate("``", table: "a \"quoted\" \\ table", bundle: Bundle.bundle(for: "app"))
  }

  /// `\u{301}accent`: "x"
  static var u0301Accent: String {
    translate("\u{301}accent", table: "a \"quoted\" \\ table", bundle: Bundle.bundle(for: "app"))
  }

  /// `#"raw"#`: "x"
  static var raw: String {
    translate("#\"raw\"#", table: "a \"quoted\" \\ table", bundle: Bundle.bundle(for: "app"))
  }

  /// `space \u{A0}\u{3000}hard`: "x"
  static var spaceU00A0U3000Hard: String {
    translate(
      "space \u{A0}\u{3000}hard", table: "a \"quoted\" \\ table", bundle: Bundle.bundle(for: "app"))
  }

  /// `""" triple`: "x"
  static var triple: String {
    translate("\"\"\" triple", table: "a \"quoted\" \\ table", bundle: Bundle.bundle(for: "app"))
  }

  /// `  edges  `: "x"
  static var edges: String {
    translate(" edges ", table: "a \"quoted\" \\ table", bundle: Bundle.bundle(for: "app"))
  }

  /// `key   with    spaces - and - dashes`: "x"
  static var keyWithSpacesAndDashes: String {
    translate(
      "key   with    spaces - and - dashes", table: "a \"quoted\" \\ table",
      bundle: Bundle.bundle(for: "app"))
  }
}
