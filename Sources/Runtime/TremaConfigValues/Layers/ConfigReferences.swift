/// A text, taken apart at its references: `https://${api.host}/v1`.
struct ConfigReferences {
  enum Part {
    case text(String)
    /// A reference as it was written, and as a path, if it is one.
    case reference(String, ConfigKeyPath?)
  }

  /// Nil when a reference is not closed, or empty.
  let parts: [Part]?

  init(_ text: String) {
    var parts: [Part] = []
    var plain: [UInt8] = []
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
