/// The rule that keeps names of hosts readable in which some letters run from right to left.
///
/// Source: RFC 5893, 2. Directions are the defaults of Unicode's blocks (`DerivedBidiClass.txt`).
enum BidirectionalHost {
  private enum Direction {
    case left, right, arabicNumber, europeanNumber, neutral, mark
  }

  /// Whether the labels of a host may stand beside each other: in a host with a label that runs from
  /// right to left, each of them has one direction.
  static func allows(_ labels: [[Unicode.Scalar]]) -> Bool {
    let isPlain = labels.allSatisfy { $0.allSatisfy { $0.value < 0x590 } }
    if isPlain { return true }
    let directions = labels.map { $0.map(direction) }
    let isBidirectional = directions.contains { label in
      label.contains { $0 == .right || $0 == .arabicNumber }
    }
    return !isBidirectional || directions.allSatisfy(isOfOneDirection)
  }

  private static func isOfOneDirection(_ label: [Direction]) -> Bool {
    let last = label.last { $0 != .mark }
    switch label.first {
    case .right:
      let isMixed = label.contains(.arabicNumber) && label.contains(.europeanNumber)
      return !isMixed && !label.contains(.left)
        && [.right, .arabicNumber, .europeanNumber].contains(last)
    case .left:
      return !label.contains(.right) && !label.contains(.arabicNumber)
        && [.left, .europeanNumber].contains(last)
    case nil: return true
    default: return false
    }
  }

  private static func direction(_ scalar: Unicode.Scalar) -> Direction {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return .mark
    default: break
    }
    switch scalar.value {
    case 0x30...0x39, 0x6F0...0x6F9: return .europeanNumber
    case 0x660...0x669, 0x10D30...0x10D39: return .arabicNumber
    case 0x2D, 0xB7, 0x2B9...0x2BA, 0x2C6...0x2CF, 0x2EC, 0x375, 0x200C, 0x200D, 0x30FB:
      return .neutral
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      return .right
    default: return .left
    }
  }
}
