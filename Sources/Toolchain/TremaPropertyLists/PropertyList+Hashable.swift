import TremaSupport

extension PropertyList: Hashable {
  package static func == (a: PropertyList, b: PropertyList) -> Bool { a.value == b.value }
  package func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension PropertyList.Entry: Hashable {
  package static func == (a: Self, b: Self) -> Bool {
    a.key.utf8.elementsEqual(b.key.utf8) && a.value == b.value
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(bytesOf: key)
    hasher.combine(value)
  }
}

extension PropertyList.Value: Hashable {
  package static func == (a: Self, b: Self) -> Bool {
    switch (a, b) {
    case (.dictionary(let a), .dictionary(let b)): a == b
    case (.array(let a), .array(let b)): a == b
    // Swift's own equality is canonical equivalence.
    case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
    case (.integer(let a), .integer(let b)): a == b
    // What is not a number is the same thing in two files, too.
    case (.real(let a), .real(let b)): a == b || a.isNaN && b.isNaN
    case (.boolean(let a), .boolean(let b)): a == b
    case (.date(let a), .date(let b)): a == b
    case (.data(let a), .data(let b)): a == b
    case (.uid(let a), .uid(let b)): a == b
    default: false
    }
  }

  package func hash(into hasher: inout Hasher) {
    switch self {
    case .dictionary(let entries): hasher.combine(entries)
    case .array(let values): hasher.combine(values)
    case .string(let text): hasher.combine(bytesOf: text)
    case .integer(let number): hasher.combine(number)
    case .real(let number): hasher.combine(number.isNaN ? .nan : number)
    case .boolean(let claim): hasher.combine(claim)
    case .date(let date): hasher.combine(date)
    case .data(let bytes): hasher.combine(bytes)
    case .uid(let number): hasher.combine(number)
    }
  }
}
