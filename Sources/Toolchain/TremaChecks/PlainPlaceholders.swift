import TremaCatalog
import TremaMessages

/// Quick answers about the placeholders of texts that are as most are: without arguments in braces,
/// and with the same placeholders in every language.
extension ExaminedText {
  /// Whether all values that say something take the same arguments by the same placeholders, each
  /// of them once: then no two of them differ, and none contradicts itself.
  var takesTheSameEverywhere: Bool {
    guard let master = masterIndex, !text.values[master].message.isEmpty,
      !text.values.contains(where: \.message.hasArguments)
    else { return false }
    if text.values[master].message.repeatsNumber { return false }
    let areSame = text.values.indices.allSatisfy { index in
      index == master || text.values[index].message.isEmpty
        || text.values[index].message.hasPlaceholders(of: text.values[master].message)
    }
    return areSame && Self.areDistinct(text.values[master].message.placeholders)
  }

  /// Whether each placeholder asks for an argument of its own.
  private static func areDistinct(_ placeholders: [Placeholder]) -> Bool {
    if placeholders.count < 2 { return true }
    if placeholders.contains(where: \.takesExtentArguments) { return false }
    let positions = placeholders.compactMap(\.position)
    if positions.isEmpty { return placeholders.allSatisfy { $0.type != .none } }
    return positions.count == placeholders.count && Set(positions).count == positions.count
  }

  /// Whether every placeholder is one that each platform spells: a text or a decimal number, with
  /// nothing asked of how it looks.
  var hasSimplePlaceholders: Bool {
    text.values.allSatisfy { value in
      !value.message.hasArguments && value.message.allPlaceholders(satisfy: Self.isSimple)
    }
  }

  private static func isSimple(_ placeholder: Placeholder) -> Bool {
    guard placeholder.flags.isEmpty, placeholder.width == nil, placeholder.precision == nil,
      placeholder.length == nil
    else { return false }
    switch placeholder.conversion {
    case UInt8(ascii: "@"), UInt8(ascii: "s"), UInt8(ascii: "d"): return true
    default: return false
    }
  }
}

extension Message {
  /// Whether its placeholders are those of another, without an array of either: the first often tells.
  ///
  /// Both are without arguments in braces.
  fileprivate func hasPlaceholders(of other: Message) -> Bool {
    guard hasPlaceholders, other.hasPlaceholders else {
      return hasPlaceholders == other.hasPlaceholders
    }
    var areSame = false
    withElements { own in
      other.withElements { others in
        var (own, others) = (PlaceholderWalk(elements: own), PlaceholderWalk(elements: others))
        while let placeholder = own.next() {
          if placeholder != others.next() { return }
        }
        areSame = others.next() == nil
      }
    }
    return areSame
  }

  /// Whether one number is written out twice among the first: most that repeat any do so at once, and
  /// there may be ten thousand.
  fileprivate var repeatsNumber: Bool {
    var seen: UInt64 = 0
    return !allPlaceholders { placeholder in
      guard let position = placeholder.position, position < 64 else { return true }
      defer { seen |= 1 << UInt64(position) }
      return seen & 1 << UInt64(position) == 0
    }
  }
}

/// Goes from one placeholder of a message to the next.
private struct PlaceholderWalk {
  let elements: UnsafeBufferPointer<Message.Element>
  private var index = 0

  init(elements: UnsafeBufferPointer<Message.Element>) { self.elements = elements }

  mutating func next() -> Placeholder? {
    while index < elements.count {
      defer { index += 1 }
      if case .placeholder(let placeholder) = elements[index] { return placeholder }
    }
    return nil
  }
}
