import TremaCatalog
import TremaDiagnostics
import TremaMessages
import TremaXML

/// What a text says, where it says it itself and where it refers to another.
extension AndroidReader {
  /// - Parameter isFormatted: aapt2 counts the percent signs; an app formats other texts too.
  mutating func message(
    _ leaf: AndroidLeaf, isFormatted: Bool, key: String
  ) -> Message {
    let text = String(decoding: leaf.text.bytes, as: UTF8.self)
    let format =
      isFormatted ? text : String(decoding: leaf.text.withDoubledPercents, as: UTF8.self)
    let (message, issues) = Message.parse(format, backslash: .literal)
    // `android.icu.text.MessageFormat` knows no percent signs.
    if message.hasBranches { return Message.parseICU(text).message ?? message }
    if !isFormatted, !message.hasPlaceholders { return Message(text) }
    if issues.contains(where: { $0.kind == .unescapedPercent }) { reportPercent(leaf, key: key) }
    return message
  }

  mutating func reportPercent(_ leaf: AndroidLeaf, key: String) {
    report(
      .warning, "unescaped-percent", "a percent sign that is no placeholder stands beside one",
      at: leaf.position, hint: "write %% where a percent sign is meant", subject: key)
  }

  mutating func checkNumbers(
    of message: Message, _ leaf: AndroidLeaf, _ resource: AndroidResource
  ) {
    guard resource.isFormatted, resource.isTranslatable, !message.hasBranches,
      message.placeholders.count(where: { $0.position == nil && $0.type != .none }) > 1
    else { return }
    report(
      .warning, "unnumbered-placeholders",
      "'\(resource.name)' has several placeholders without numbers, which aapt2 refuses",
      at: leaf.position, hint: "number them: %1$s, %2$d", subject: resource.name)
  }

  /// References that lead from one to the next; more are a circle.
  private static let mostReferences = 16

  /// The text that a reference leads to, and whether percent signs are placeholders in it.
  ///
  /// - Returns: nil when it leads out of the file or nowhere.
  mutating func resolved(
    _ leaf: AndroidLeaf, _ resource: AndroidResource
  ) -> (AndroidLeaf, isFormatted: Bool)? {
    var text = leaf.text
    var isFormatted = resource.isFormatted
    var count = 0
    while let reference = text.reference {
      let prefix = Array("@string/".utf8)
      count += 1
      guard reference.starts(with: prefix), count <= Self.mostReferences,
        let target = strings[Array(reference[prefix.count...])],
        case .string(let next) = target.content
      else {
        report(
          .warning, "unresolved-reference",
          "'\(String(decoding: leaf.text.bytes, as: UTF8.self))' is no text of this file; "
            + "'\(resource.name)' stays behind", at: leaf.position,
          hint: "put the text itself here", subject: resource.name)
        return nil
      }
      text = next.text
      isFormatted = target.isFormatted
    }
    if count > 0 {
      expanded += text.bytes.count
      if expanded > XMLLimits().expansion {
        report(
          .error, "expansion-limit",
          "the references of the file lead to more than \(XMLLimits().expansion) bytes",
          at: leaf.position, hint: "put the text itself here", subject: resource.name)
        return nil
      }
    }
    var resolved = leaf
    resolved.text = text
    return (resolved, isFormatted)
  }
}
