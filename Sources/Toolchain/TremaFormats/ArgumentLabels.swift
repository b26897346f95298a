/// Names for arguments where a file has names and no numbers: what `@param` or a message calls them,
/// else `arg1`, `arg2`, ... No two arguments have the same.
struct ArgumentLabels: Hashable, Sendable {
  private var names: [Int: String] = [:]
  /// Some argument is called otherwise than it was given.
  private(set) var isChanged = false

  /// - Parameters:
  ///   - names: by number; what is no identifier of programming languages, or is twice, is
  ///     replaced.
  ///   - reserved: a name that one argument must have, and no other.
  init(_ names: [Int: String], reserved: (number: Int, name: String)? = nil) {
    var taken: Set<String> = []
    if let reserved {
      self.names[reserved.number] = reserved.name
      taken.insert(reserved.name)
    }
    for (number, name) in names.sorted(by: { $0.key < $1.key }) where number != reserved?.number {
      if Self.isIdentifier(name), !Self.isForAnother(name, than: number),
        taken.insert(name).inserted
      {
        self.names[number] = name
      } else {
        isChanged = true
      }
    }
    if let reserved, let name = names[reserved.number], name != reserved.name { isChanged = true }
  }

  subscript(number: Int) -> String { names[number] ?? "arg\(number)" }

  private static func isForAnother(_ name: String, than number: Int) -> Bool {
    name.utf8.starts(with: "arg".utf8) && name != "arg\(number)"
      && name.utf8.dropFirst(3).allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  private static func isIdentifier(_ name: String) -> Bool {
    guard let first = name.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
    else { return false }
    return name.utf8.allSatisfy { byte in
      byte == UInt8(ascii: "_") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
  }
}
