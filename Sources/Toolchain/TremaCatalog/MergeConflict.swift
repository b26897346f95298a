/// A conflict that a merge left open. It is in a comment before its element, which has the version of one
/// of the two sides:
///
/// ```
/// <!-- trema:conflict lang="fr" base="Bonjour" theirs="Salut" -->
/// ```
package struct MergeConflict: Hashable, Sendable {
  package enum Subject: String, CaseIterable, Sendable {
    /// A value, with or without its status; the one subject that is not named.
    case value
    case status, context, attribute, key
    /// One side removed what the other changed; what was changed is kept.
    case deletion
  }

  package enum Remover: String, Sendable { case ours, theirs }

  /// The version of one side; `nil` for parts that it lacks, or has in common with the side in place.
  package struct Side: Hashable, Sendable {
    package var text: String?
    /// The bytes between the tags where they are not those that the text is written with.
    package var spelling: String?
    package var status: Status?

    package init(text: String? = nil, spelling: String? = nil, status: Status? = nil) {
      self.text = text
      self.spelling = spelling
      self.status = status
    }
  }

  package var subject: Subject
  /// The language of a value, as the side in place spells it.
  package var language: String?
  /// The name of an attribute.
  package var name: String?
  package var deleted: Remover?
  package var base = Side()
  package var theirs = Side()

  package init(_ subject: Subject, language: String? = nil, name: String? = nil) {
    self.subject = subject
    self.language = language
    self.name = name
  }
}

extension MergeConflict {
  /// The word that such a comment begins with.
  package static let mark = "trema:conflict"

  /// The comment, without white space around it.
  package var comment: String {
    var comment = "<!-- \(Self.mark)"
    func append(_ name: String, _ value: String?) {
      guard let value else { return }
      comment += " \(name)=\"\(Self.escaped(value))\""
    }
    append("what", subject == .value ? nil : subject.rawValue)
    append("lang", language)
    append("name", name)
    append("deleted", deleted?.rawValue)
    for (prefix, side) in [("base", base), ("theirs", theirs)] {
      append(prefix, side.text)
      append("\(prefix)-xml", side.spelling)
      guard let status = side.status else { continue }
      // An empty status is one; none at all is another thing.
      append(
        "\(prefix)-\(status.spelling == nil ? "without" : "status")", status.spelling ?? "status")
    }
    return comment + " -->"
  }

  /// Escapes a text as in an attribute; besides no two hyphens may be side by side in a comment.
  ///
  /// Source: XML 1.0, production 15, "Comment".
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
  /// Returns the conflict in a sentence that names the text.
  ///
  /// - Parameter key: of the text; nil for the root.
  package func sentence(key: String?) -> String {
    let text = key.map { "'\($0)'" } ?? "the catalogue"
    let thing = language.map { "\(text) in '\($0)'" } ?? text
    switch subject {
    case .value where base.text != nil && base.text == theirs.text && theirs.status != nil:
      return "\(thing) was changed by ours, and its status by theirs"
        + their(theirs.status?.spelling)
    case .value:
      let happened =
        base.text == nil ? "was added on both sides, and differs" : "was changed on both sides"
      return "\(thing) \(happened)\(their(theirs.text))\(theirStatus)"
    case .status:
      return "the status of \(thing) was changed on both sides"
        + their(theirs.status?.spelling)
    case .context: return "the context of \(thing) was changed on both sides\(their(theirs.text))"
    case .attribute:
      return "the attribute '\(name ?? "")' of \(thing) was "
        + (deleted.map { "removed by \($0.rawValue) and changed by the other side" }
          ?? "changed on both sides\(their(theirs.text))")
    case .key: return "\(thing) was renamed on both sides\(their(theirs.text))"
    case .deletion:
      let other = deleted == .ours ? "theirs" : "ours"
      return "\(thing) was removed by \(deleted?.rawValue ?? "one side") and changed by \(other)"
    }
  }

  /// The words for their status of the value, where it differs from ours: they may have changed nothing
  /// else.
  private var theirStatus: String {
    guard let status = theirs.status else { return "" }
    return ", \(status.spelling ?? "without a status")"
  }

  private func their(_ text: String?) -> String {
    guard let text else { return "" }
    return "; theirs is '\(text.count <= 40 ? text : "\(text.prefix(40))…")'"
  }
}

extension MergeConflict {
  /// Returns the subject of the conflict, independent of its place.
  package func subject(key: String?) -> String {
    ([key ?? ""] + [language, subject.rawValue, name].compactMap { $0 }).joined(separator: " ")
  }
}
