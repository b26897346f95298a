/// The argument names for formats that use names instead of numbers.
///
/// The name comes from `@param` or from the message if it is usable. Otherwise, it is `arg1`,
/// `arg2`, ... No two arguments have the same name.
struct ArgumentLabels: Hashable, Sendable {
  /// The names by number. An argument without an entry is named `arg` followed by its number.
  private var names: [Int: String] = [:]
  /// Whether any argument has a name that differs from the preferred name.
  private(set) var isChanged = false

  /// Chooses the names.
  ///
  /// - Parameters:
  ///   - names: The preferred names by number. A name that is not an identifier in programming
  ///     languages, or that occurs twice, is replaced.
  ///   - reserved: A name that only the given argument may have, and must have.
  init(_ names: [Int: String], reserved: (number: Int, name: String)? = nil) {
    var taken: Set<String> = []
    if let reserved {
      self.names[reserved.number] = reserved.name
      taken.insert(reserved.name)
    }
    // Of two equal names, the one with the lower number is kept.
    for (number, name) in names.sorted(by: { $0.key < $1.key }) where number != reserved?.number {
      if Self.isIdentifier(name), !Self.isDefaultName(name, ofOtherThan: number),
        taken.insert(name).inserted
      {
        self.names[number] = name
      } else {
        isChanged = true
      }
    }
    if let reserved, let name = names[reserved.number], name != reserved.name { isChanged = true }
  }

  /// The name of the argument with a number, from 1.
  subscript(number: Int) -> String { names[number] ?? "arg\(number)" }

  /// Returns whether a name is the default name of a different argument. For example, `arg2` is not
  /// the default name of the first argument.
  private static func isDefaultName(_ name: String, ofOtherThan number: Int) -> Bool {
    name.utf8.starts(with: "arg".utf8) && name != "arg\(number)"
      && name.utf8.dropFirst(3).allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// Returns whether a name consists of ASCII letters, digits and underscores, and does not start
  /// with a digit.
  private static func isIdentifier(_ name: String) -> Bool {
    guard let first = name.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
    else { return false }
    return name.utf8.allSatisfy { byte in
      byte == UInt8(ascii: "_") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
  }
}
