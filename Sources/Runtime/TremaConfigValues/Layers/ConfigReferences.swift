/// A string split at its references, such as `https://${api.host}/v1`.
struct ConfigReferences {
  /// A part of the string.
  enum Part {
    /// Literal text, with `$${` already replaced with `${`.
    case text(String)
    /// A reference: its source, and the path it refers to, or `nil` if it does not have the syntax
    /// of a path.
    case reference(String, ConfigKeyPath?)
  }

  /// The parts in order, or `nil` if a reference is empty or unterminated. Literal text between two
  /// references is one part.
  let parts: [Part]?

  /// Splits a string.
  init(_ text: String) {
    var parts: [Part] = []
    var plain: [UInt8] = []
    // Ends a run of literal text without creating an empty part.
    func end() {
      if plain.isEmpty { return }
      parts.append(.text(String(decoding: plain, as: UTF8.self)))
      plain = []
    }
    var rest = Array(text.utf8)[...]
    while let byte = rest.first {
      if rest.starts(with: "$${".utf8) {
        plain += "${".utf8
        rest = rest.dropFirst(3)
      } else if rest.starts(with: "${".utf8) {
        end()
        rest = rest.dropFirst(2)
        guard let close = rest.firstIndex(of: UInt8(ascii: "}")), close > rest.startIndex else {
          self.parts = nil
          return
        }
        let name = String(decoding: rest[..<close], as: UTF8.self)
        parts.append(.reference(name, ConfigKeyPath(name)))
        rest = rest[(close + 1)...]
      } else {
        plain.append(byte)
        rest = rest.dropFirst()
      }
    }
    end()
    self.parts = parts
  }
}
