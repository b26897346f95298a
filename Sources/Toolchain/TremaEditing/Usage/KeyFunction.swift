/// An app's function that looks up a text by its key.
///
/// It is declared with an example call that contains the word `KEY` instead of the key:
/// `L10n.tr(_, KEY)`, `row(title: KEY)` or `KEY.localized`.
package struct KeyFunction: Hashable, Sendable {
  /// The position of the key in a call.
  enum KeyPosition: Hashable, Sendable {
    /// The unlabeled argument at a position, starting at 0.
    case position(Int)
    /// The argument with a label, at any position.
    case label([UInt8])
    /// The expression before the dot.
    case receiver
  }

  /// The name before the dot, or empty for a function of any type.
  let receiver: [UInt8]
  /// The name of the function or property.
  let name: [UInt8]
  /// The position of the key in a call.
  let keyPosition: KeyPosition

  /// The hint for an invalid example.
  package static let hint =
    "specify a call with KEY in place of the key: 'tr(KEY)', 'L10n.tr(_, KEY)', 'row(title: "
    + "KEY)' or 'KEY.localized'"

  /// Parses an example.
  ///
  /// - Parameter example: The call. Other arguments are `_`, with or without their labels.
  /// - Returns: `nil` if the example is not a call with exactly one `KEY`.
  package init?(_ example: String) {
    let text = example.filter { $0 != " " }
    let isCall = text.hasSuffix(")")
    let opening = text.firstIndex(of: "(")
    guard isCall == (opening != nil) else { return nil }
    let callee = text[..<(opening ?? text.endIndex)].split(
      separator: ".", omittingEmptySubsequences: false)
    guard let name = callee.last, callee.allSatisfy(Self.isName), name != "KEY" else { return nil }
    self.name = Array(name.utf8)
    let arguments = opening.map { text[text.index(after: $0)...].dropLast() } ?? ""
    var found: [KeyPosition] = []
    let list =
      arguments.isEmpty
      ? [] : arguments.split(separator: ",", omittingEmptySubsequences: false)
    for (position, argument) in list.enumerated() {
      let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
      guard let value = parts.last, parts.count <= 2, parts.allSatisfy(Self.isName) else {
        return nil
      }
      guard value == "KEY" else { continue }
      found.append(parts.count == 2 ? .label(Array(parts[0].utf8)) : .position(position))
    }
    // In `KEY.localized`, the key is the receiver, and no other `KEY` may follow.
    if callee.first == "KEY" {
      guard callee.count == 2, found.isEmpty else { return nil }
      found = [.receiver]
    }
    guard found.count == 1 else { return nil }
    keyPosition = found[0]
    receiver = keyPosition == .receiver ? [] : callee.dropLast().last.map { Array($0.utf8) } ?? []
  }

  /// Returns whether a string can be a name in code.
  private static func isName(_ text: Substring) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      }
  }
}

extension KeyCall.Parameter {
  /// Creates the parameter that is the key, or returns `nil` if the key is the receiver rather than
  /// an argument.
  init?(_ function: KeyFunction) {
    switch function.keyPosition {
    case .position(let position):
      self.init(kind: .key, position: position, receiver: function.receiver)
    case .label(let label):
      self.init(kind: .key, position: nil, label: label, receiver: function.receiver)
    case .receiver: return nil
    }
  }
}
