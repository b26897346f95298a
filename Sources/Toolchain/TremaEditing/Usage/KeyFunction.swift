/// A function of an app that looks a text up by its key, declared by an example of a call with the
/// word `KEY` in the place of the key: `L10n.tr(_, KEY)`, `row(title: KEY)`, `KEY.localized`.
package struct KeyFunction: Hashable, Sendable {
  enum Place: Hashable, Sendable {
    /// An argument without a label, counted from 0.
    case position(Int)
    /// The argument with this label, wherever it is.
    case label([UInt8])
    /// The expression before the dot.
    case receiver
  }

  /// The name before the dot; empty for a function of any type.
  let receiver: [UInt8]
  let name: [UInt8]
  let place: Place

  /// The hint for a missing example.
  package static let hint =
    "write a call with KEY in the place of the key: 'tr(KEY)', 'L10n.tr(_, KEY)', 'row(title: KEY)' or 'KEY.localized'"

  /// - Parameter example: the call. Other arguments are `_`, with their labels or without.
  /// - Returns: `nil` when the example is no call with exactly one `KEY`.
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
    var found: [Place] = []
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
    if callee.first == "KEY" {
      guard callee.count == 2, found.isEmpty else { return nil }
      found = [.receiver]
    }
    guard found.count == 1 else { return nil }
    place = found[0]
    receiver = place == .receiver ? [] : callee.dropLast().last.map { Array($0.utf8) } ?? []
  }

  private static func isName(_ text: Substring) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      }
  }
}

extension KeyCall.Place {
  /// - Returns: `nil` for what is behind the key, and no call around it.
  init?(_ function: KeyFunction) {
    switch function.place {
    case .position(let position):
      self.init(kind: .key, position: position, receiver: function.receiver)
    case .label(let label):
      self.init(kind: .key, position: nil, label: label, receiver: function.receiver)
    case .receiver: return nil
    }
  }
}
