// Generated from Texts.trm. Do not edit: change the catalogue and regenerate this file.

import Foundation
import TremaLocalization

/// Texts of `Texts.trm`; master language `de`.
public enum Comments {
  /// One
  /// two
  ///
  /// `line_break`: "eins\nzwei\ndrei\r\nvier\u{2028}"
  public static var lineBreak: String {
    translate("line_break", table: "Localizable", bundle: .main)
  }

  /// The `title` of \<b> (`markup`): "\`code\` \*bold\* \_x\_ \[a](b) \<b>fett\</b> ä"
  public static var markup: String { translate("markup", table: "Localizable", bundle: .main) }

  /// */ /* // /// (`end`): "\*/ /\* """ # \\(x) "quoted""
  public static var end: String { translate("end", table: "Localizable", bundle: .main) }

  /// bidi \u{202E}here (`controls`): "\u{202E}\u{0}\u{7F}\u{85}\u{FEFF}👨‍👩‍👧"
  public static var controls: String { translate("controls", table: "Localizable", bundle: .main) }

  /// \- Parameter user: no such thing
  /// \- Returns: nothing
  /// - an item
  /// \# Heading
  /// \> quotation
  /// \---
  /// 1. first
  /// \`\`\`
  ///
  /// `fields`: "- Parameter: 1."
  public static var fields: String { translate("fields", table: "Localizable", bundle: .main) }

  /// an odd \` tick (`odd`): "\` tick"
  public static var odd: String { translate("odd", table: "Localizable", bundle: .main) }

  /// word - word - word - word - word - word - word - word - word - word - word - word - word -
  /// word - word - word - word - word - word - word - word - word - word - word - word - word -
  /// word - word - word - word - word - word - word - word - word - word - word - word - word -
  /// word - end (`wrapped`): "1. # > + 1. # > + 1. # > + 1. # > + 1. # > + 1. # > + 1. # > + 1. # >
  /// \+ 1. # > + 1. # > + 1. # > + 1. # > + 1. # > + 1. # > + 1. # > + 1. # > + 1. # > + 1. # > + 1.
  /// \# > + 1. # > + 1. # > + 1. # > + 1. # > + 1. # > + 1. # > + 1. # > + 1. # > + 1. # > + 1. # >
  /// \+ 1. # > + "
  public static var wrapped: String { translate("wrapped", table: "Localizable", bundle: .main) }

  /// `spaces`: "  two  spaces  %@  "
  ///
  /// - Parameter text: a b
  /// - Returns: The text in the language of the app.
  public static func spaces(text: String) -> String {
    translate("spaces", text, table: "Localizable", bundle: .main)
  }

  /// `` `tick` ` ``: ""
  public static var tick: String { translate("`tick` `", table: "Localizable", bundle: .main) }

  /// `one_word`:
  /// "漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字"
  public static var oneWord: String { translate("one_word", table: "Localizable", bundle: .main) }
}
