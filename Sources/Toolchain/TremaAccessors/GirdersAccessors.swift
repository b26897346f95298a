import TremaCatalog
import TremaSupport

/// A writer that generates `Texts.swift` byte for byte as `textsCreator.rb` of GirdersSwift did, as
/// long as the result compiles: one `static let` per text, which keeps the language in which it was
/// first read.
///
/// See `Documentation/Compatibility.md`, section "girders".
package struct GirdersAccessors: AccessorWriter {
  /// The name of the struct.
  private let type: String
  /// The keys and their locations, by member name.
  private var names: [String: (key: String, location: SourceLocation)] = [:]

  /// Creates a writer.
  ///
  /// - Parameter type: The name of the struct, which must satisfy ``isTypeName(_:)``.
  package init(type: String) { self.type = type }

  /// Returns whether a name is valid for the struct. `textsCreator.rb` accepted any name.
  package static func isTypeName(_ name: String) -> Bool { GirdersName(name).isUsable }

  package func begin(into output: inout [UInt8]) {
    output += "import GirdersSwift\n\nstruct \(type) { \n".utf8
  }

  /// Appends the member of a text.
  ///
  /// - Returns: The differences from the file written by `textsCreator.rb`, unless the text
  ///   declares them as intended (`@ignore compat-difference`), and a `name-collision` error if the
  ///   key of an earlier text has the same name. In that case nothing is written.
  package mutating func append(
    _ text: TextView, annotations: Annotations, into output: inout [UInt8]
  ) -> [Diagnostic] {
    let found = write(Text(text), into: &output)
    if annotations.ignored["compat-difference"] == nil { return found }
    return found.filter { $0.severity == .error }
  }

  /// Appends the member of a text, and returns all findings about it.
  private mutating func write(_ text: Text, into output: inout [UInt8]) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    var name = GirdersName.member(for: text.key)
    if !name.isUsable {
      let old = name.text
      name = name.repaired(for: text.key)
      diagnostics.append(
        .difference(
          "textsCreator.rb named this text '\(old)', which does not compile; it is \(name.text)",
          at: text.location(text.keyPosition), of: text))
    }
    if let first = names[name.text] {
      diagnostics.append(collision(text, name.text, first))
      return diagnostics
    }
    names[name.text] = (text.key, text.location(text.position))
    if let context = text.context, !context.text.isEmpty {
      diagnostics += append(context, of: text, into: &output)
    }
    output += "    static let \(name.text) = translate(\"".utf8
    diagnostics += append(key: text, into: &output)
    output += "\")\n".utf8
    return diagnostics
  }

  package func end(into output: inout [UInt8]) { output += "\n}\n".utf8 }

  /// Appends the key as the content of a string literal.
  ///
  /// - Returns: The finding about a key that had to be escaped.
  private func append(key text: Text, into output: inout [UInt8]) -> [Diagnostic] {
    let key = GirdersKey.quoted(text.key)
    var change = key.change
    for byte in key.text.utf8 {
      switch byte {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        change = change ?? "it contains a line break"
        output += (byte == UInt8(ascii: "\n") ? "\\n" : "\\r").utf8
      default: output.append(byte)
      }
    }
    guard let change else { return [] }
    return [
      .difference(
        "textsCreator.rb wrote the key as it is, but \(change)",
        at: text.location(text.keyPosition), of: text)
    ]
  }

  /// Appends the context as a comment. `textsCreator.rb` commented out only the first line of a
  /// context; here every line becomes a comment.
  ///
  /// - Returns: The finding about a context that is written differently.
  private func append(
    _ context: Context, of text: Text, into output: inout [UInt8]
  ) -> [Diagnostic] {
    let isLineEnd = { (byte: UInt8) in byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
    let lines = Array(context.text.utf8).split(
      omittingEmptySubsequences: false, whereSeparator: isLineEnd)
    let isBlank = { (line: ArraySlice<UInt8>) in line.allSatisfy { $0 == 0x20 || $0 == 0x09 } }
    let location = text.location(ofContext: context)
    if lines.dropFirst().allSatisfy(isBlank) {
      output += "    // ".utf8 + Array(context.text.utf8)
      // Ruby's `puts` appends a line feed only if the string does not end with one.
      if context.text.utf8.last != UInt8(ascii: "\n") { output += "\n".utf8 }
      return context.spelling.map(Self.containsMarkup) ?? false
        ? [
          .difference(
            "textsCreator.rb wrote this context up to the comment or element in it", at: location,
            of: text)
        ] : []
    }
    for line in lines where !isBlank(line) {
      output += "    // ".utf8 + line.drop { $0 == 0x20 || $0 == 0x09 } + "\n".utf8
    }
    return [
      .difference(
        "textsCreator.rb wrote only the first line of this context as a comment", at: location,
        of: text)
    ]
  }

  /// Returns whether a context contains a comment or an element, which ends its first text node.
  private static func containsMarkup(_ spelling: String) -> Bool {
    spelling.utf8.contains(UInt8(ascii: "<"))
  }

  /// Returns the error about two keys with the same name.
  ///
  /// - Parameters:
  ///   - text: The second text.
  ///   - name: The name that both keys map to.
  ///   - first: The key and the location of the first text.
  private func collision(
    _ text: Text, _ name: String, _ first: (key: String, location: SourceLocation)
  ) -> Diagnostic {
    var diagnostic = Diagnostic(
      .error, "name-collision",
      "keys '\(first.key.shortened)' and '\(text.key.shortened)' both become '\(name.shortened)' "
        + "in \(type).swift",
      at: text.location(text.position), hint: "rename one of them", subject: text.key)
    diagnostic.related = [
      Diagnostic.Related("'\(first.key.shortened)' is here", at: first.location)
    ]
    return diagnostic
  }
}

extension Diagnostic {
  /// Returns the finding about a difference from the file written by `textsCreator.rb`.
  fileprivate static func difference(
    _ message: String, at location: SourceLocation, of text: Text
  ) -> Self {
    Diagnostic(
      .warning, "compat-difference", message, at: location, subject: "\(text.key) \(message)")
  }
}

/// The name that `textsCreator.rb` derives from a key.
struct GirdersName {
  /// The name as it is written in a declaration.
  private(set) var text: String

  init(_ text: String) { self.text = text }

  /// Returns the name of a member: the parts of the key between underscores, the first unchanged
  /// and the others as Ruby's `capitalize` converts them, with the first letter in uppercase and
  /// the rest in lowercase. `my_URL_key` yields `myUrlKey`, `_lead_x_` yields `LeadX`.
  static func member(for key: String) -> GirdersName {
    let parts = key.unicodeScalars.split(separator: "_", omittingEmptySubsequences: false)
    var name = String(parts.first.map(String.UnicodeScalarView.init) ?? String.UnicodeScalarView())
    for part in parts.dropFirst() {
      // The mapping is by scalar, as in Ruby, so a final sigma is not treated specially.
      guard let first = part.first else { continue }
      name += first.properties.titlecaseMapping
      for scalar in part.dropFirst() { name += scalar.properties.lowercaseMapping }
    }
    return GirdersName(name)
  }

  /// Whether Swift accepts the name for a member or a type without backticks.
  var isUsable: Bool {
    let scalars = text.unicodeScalars
    guard let first = scalars.first, first == "_" || first.properties.isXIDStart else {
      return false
    }
    return scalars.allSatisfy { $0 == "_" || $0.properties.isXIDContinue }
      && text != "_" && !isReserved && text != "translate"
  }

  /// Whether the name is a reserved word, which `SwiftName` puts in backticks, or a type name that
  /// `SwiftName` never produces.
  private var isReserved: Bool {
    ["Any", "Self", "Type", "Protocol"].contains(text)
      || SwiftName.member(for: text).name == "`\(text)`"
  }

  /// Returns a name that compiles: in backticks if it is a reserved word, otherwise the name used
  /// by ordinary accessors.
  func repaired(for key: String) -> GirdersName {
    isReserved ? GirdersName("`\(text)`") : GirdersName(SwiftName.member(for: key).name)
  }
}
