/// An unresolved merge conflict. It is recorded in a comment before its element, which contains one
/// side's version:
///
/// ```
/// <!-- trema:conflict lang="fr" base="Bonjour" theirs="Salut" -->
/// ```
package struct MergeConflict: Hashable, Sendable {
  /// The part of a catalog that is in conflict.
  package enum Subject: String, CaseIterable, Sendable {
    /// A value, with or without its status. This is the only subject that the comment does not
    /// name.
    case value
    case status, context, attribute, key
    /// An element that one side removed and the other changed. The changed element is kept.
    case deletion
  }

  /// The side that removed an element.
  package enum Remover: String, Sendable { case ours, theirs }

  /// The version of one side. A part is `nil` if it is missing, or if it equals the version that is
  /// in place.
  package struct Side: Hashable, Sendable {
    /// The value's or context's text, or the value of the attribute or key.
    package var text: String?
    /// The bytes between the tags, if they differ from the usual form of the text.
    package var spelling: String?
    /// The status of the value.
    package var status: Status?

    package init(text: String? = nil, spelling: String? = nil, status: Status? = nil) {
      self.text = text
      self.spelling = spelling
      self.status = status
    }
  }

  /// The part of the catalog that is in conflict.
  package var subject: Subject
  /// The language of the value, as spelled in the version that is in place.
  package var language: String?
  /// The name of the attribute.
  package var name: String?
  /// For a deletion, the side that removed the element.
  package var deletedBy: Remover?
  /// The common ancestor of both sides.
  package var base = Side()
  /// The version that is not in place.
  package var theirs = Side()

  package init(_ subject: Subject, language: String? = nil, name: String? = nil) {
    self.subject = subject
    self.language = language
    self.name = name
  }
}

extension MergeConflict {
  /// The word that starts the comment of a conflict.
  package static let mark = "trema:conflict"

  /// The comment that records the conflict, without whitespace around it.
  package var comment: String {
    var comment = "<!-- \(Self.mark)"
    func append(_ name: String, _ value: String?) {
      guard let value else { return }
      comment += " \(name)=\"\(Self.escaped(value))\""
    }
    append("what", subject == .value ? nil : subject.rawValue)
    append("lang", language)
    append("name", name)
    append("deleted", deletedBy?.rawValue)
    for (prefix, side) in [("base", base), ("theirs", theirs)] {
      append(prefix, side.text)
      append("\(prefix)-xml", side.spelling)
      guard let status = side.status else { continue }
      // An empty status differs from a missing one.
      append(
        "\(prefix)-\(status.spelling == nil ? "without" : "status")", status.spelling ?? "status")
    }
    return comment + " -->"
  }

  /// Returns a string escaped as an attribute value. A hyphen that follows a hyphen is escaped as
  /// well, because a comment must not contain two hyphens in a row.
  ///
  /// See XML 1.0, production 15, "Comment".
  private static func escaped(_ text: String) -> String {
    var result: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): result += "&amp;".utf8
      case UInt8(ascii: "<"): result += "&lt;".utf8
      case UInt8(ascii: ">"): result += "&gt;".utf8
      case UInt8(ascii: "\""): result += "&quot;".utf8
      case UInt8(ascii: "\n"): result += "&#10;".utf8
      case UInt8(ascii: "\r"): result += "&#13;".utf8
      case UInt8(ascii: "\t"): result += "&#9;".utf8
      case UInt8(ascii: "-") where result.last == UInt8(ascii: "-"): result += "&#45;".utf8
      default: result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

extension MergeConflict {
  /// Returns a sentence that describes the conflict.
  ///
  /// - Parameter key: The key of the text, or `nil` for the root.
  package func sentence(key: String?) -> String {
    let text = key.map { "'\($0)'" } ?? "the catalogue"
    let subjectText = language.map { "\(text) in '\($0)'" } ?? text
    switch subject {
    case .value where base.text != nil && base.text == theirs.text && theirs.status != nil:
      return "\(subjectText) was changed by ours, and its status by theirs"
        + theirClause(theirs.status?.spelling)
    case .value:
      let change =
        base.text == nil
        ? "was added on both sides with different contents" : "was changed on both sides"
      return "\(subjectText) \(change)\(theirClause(theirs.text))\(theirStatus)"
    case .status:
      return "the status of \(subjectText) was changed on both sides"
        + theirClause(theirs.status?.spelling)
    case .context:
      return "the context of \(subjectText) was changed on both sides\(theirClause(theirs.text))"
    case .attribute:
      return "the attribute '\(name ?? "")' of \(subjectText) was "
        + (deletedBy.map { "removed by \($0.rawValue) and changed by the other side" }
          ?? "changed on both sides\(theirClause(theirs.text))")
    case .key: return "\(subjectText) was renamed on both sides\(theirClause(theirs.text))"
    case .deletion:
      let otherSide = deletedBy == .ours ? "theirs" : "ours"
      return "\(subjectText) was removed by \(deletedBy?.rawValue ?? "one side") "
        + "and changed by \(otherSide)"
    }
  }

  /// A clause with the other side's status if it differs. It may be the only difference.
  private var theirStatus: String {
    guard let status = theirs.status else { return "" }
    return ", \(status.spelling ?? "without a status")"
  }

  /// Returns a clause with the version of the other side, shortened to 40 characters, or empty for
  /// `nil`.
  private func theirClause(_ text: String?) -> String {
    guard let text else { return "" }
    return "; theirs is '\(text.count <= 40 ? text : "\(text.prefix(40))…")'"
  }
}

extension MergeConflict {
  /// Returns the finding's subject, which identifies the conflict regardless of its position.
  package func subject(key: String?) -> String {
    ([key ?? ""] + [language, subject.rawValue, name].compactMap { $0 }).joined(separator: " ")
  }
}
