import TremaCatalog
import TremaMessages

/// Fast paths for the placeholders of texts without arguments in braces, which have the same
/// placeholders in every language.
extension ExaminedText {
  /// Whether all nonempty values use the same arguments with the same placeholders, each once. If
  /// so, the values neither differ nor contradict themselves.
  var hasUniformArguments: Bool {
    guard let master = masterIndex, !text.values[master].message.isEmpty,
      !text.values.contains(where: \.message.hasArguments)
    else { return false }
    if text.values[master].message.repeatsNumber { return false }
    let areSame = text.values.indices.allSatisfy { index in
      index == master || text.values[index].message.isEmpty
        || text.values[index].message.hasPlaceholders(of: text.values[master].message)
    }
    return areSame && Self.haveDistinctArguments(text.values[master].message.placeholders)
  }

  /// Returns whether each placeholder consumes a different argument.
  private static func haveDistinctArguments(_ placeholders: [Placeholder]) -> Bool {
    if placeholders.count < 2 { return true }
    if placeholders.contains(where: \.takesWidthOrPrecisionArguments) { return false }
    let positions = placeholders.compactMap(\.position)
    if positions.isEmpty { return placeholders.allSatisfy { $0.type != .none } }
    return positions.count == placeholders.count && Set(positions).count == positions.count
  }

  /// Whether all platforms support every placeholder: each is a string or a decimal number, without
  /// flags, width, precision or length.
  var hasSimplePlaceholders: Bool {
    text.values.allSatisfy { value in
      !value.message.hasArguments && value.message.allPlaceholders(satisfy: Self.isSimple)
    }
  }

  /// Returns whether a placeholder has no options and is a string or a decimal number.
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
  /// Returns whether the placeholders equal the placeholders of another message. No arrays are
  /// created, because the first placeholder often decides.
  ///
  /// Precondition: neither message has arguments in braces.
  fileprivate func hasPlaceholders(of other: Message) -> Bool {
    guard hasPlaceholders, other.hasPlaceholders else {
      return hasPlaceholders == other.hasPlaceholders
    }
    var areSame = false
    withElements { elements in
      other.withElements { otherElements in
        var (placeholders, otherPlaceholders) = (
          PlaceholderIterator(elements: elements), PlaceholderIterator(elements: otherElements)
        )
        while let placeholder = placeholders.next() {
          if placeholder != otherPlaceholders.next() { return }
        }
        areSame = otherPlaceholders.next() == nil
      }
    }
    return areSame
  }

  /// Whether a position below 64 occurs twice.
  ///
  /// This is a cheap test for messages with up to ten thousand placeholders. Most messages that
  /// repeat a position repeat a low one.
  fileprivate var repeatsNumber: Bool {
    var seen: UInt64 = 0
    return !allPlaceholders { placeholder in
      guard let position = placeholder.position, position < 64 else { return true }
      defer { seen |= 1 << UInt64(position) }
      return seen & 1 << UInt64(position) == 0
    }
  }
}

/// An iterator over the placeholders of a message.
private struct PlaceholderIterator {
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
