import TremaCatalog

/// A name as `textsCreator.rb` made it of a key.
struct GirdersName {
  private(set) var text: String

  init(_ text: String) { self.text = text }

  /// The parts between underscores, the first as it is and the others as Ruby's `capitalize` makes
  /// them: one capital, the rest in lower case. `my_URL_key` gives `myUrlKey`, `_lead_x_` `LeadX`.
  static func member(for key: String) -> GirdersName {
    let parts = key.unicodeScalars.split(separator: "_", omittingEmptySubsequences: false)
    var name = String(parts.first.map(String.UnicodeScalarView.init) ?? String.UnicodeScalarView())
    for part in parts.dropFirst() {
      // Scalar by scalar, as Ruby does it: a sigma at the end is none of its concerns.
      guard let first = part.first else { continue }
      name += first.properties.titlecaseMapping
      for scalar in part.dropFirst() { name += scalar.properties.lowercaseMapping }
    }
    return GirdersName(name)
  }

  /// Whether Swift takes the name for a member or a type as it is.
  var isUsable: Bool {
    let scalars = text.unicodeScalars
    guard let first = scalars.first, first == "_" || first.properties.isXIDStart else {
      return false
    }
    return scalars.allSatisfy { $0 == "_" || $0.properties.isXIDContinue }
      && text != "_" && !isReserved && text != "translate"
  }

  /// What `SwiftName` puts in backticks, and names of types, which it never makes.
  private var isReserved: Bool {
    ["Any", "Self", "Type", "Protocol"].contains(text)
      || SwiftName.member(for: text).name == "`\(text)`"
  }

  /// The name in backticks where it is a reserved word, else the one that ordinary accessors have.
  func repaired(for key: String) -> GirdersName {
    isReserved ? GirdersName("`\(text)`") : GirdersName(SwiftName.member(for: key).name)
  }
}
