/// The names of arguments for formats that have names instead of numbers.
///
/// A name is that of `@param` or of the message if it is usable, and `arg1`, `arg2`, ... otherwise.
/// No two arguments have the same name.
struct ArgumentLabels: Hashable, Sendable {
  /// The names by number; an argument without an element is called `arg` and its number.
  private var names: [Int: String] = [:]
  /// Whether an argument has a name other than the given one.
  private(set) var isChanged = false

  /// Chooses the names.
  ///
  /// - Parameters:
  ///   - names: the preferred names by number. A name that is not an identifier in programming
  ///     languages or that occurs twice is replaced.
  ///   - reserved: a name that only the given argument may have, and must have.
  init(_ names: [Int: String], reserved: (number: Int, name: String)? = nil) {
    var taken: Set<String> = []
    if let reserved {
      self.names[reserved.number] = reserved.name
      taken.insert(reserved.name)
    }
    // The order of the numbers decides which of two equal names is kept.
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

  /// The name of an argument, by its number from 1.
  subscript(number: Int) -> String { names[number] ?? "arg\(number)" }

  /// Whether a name is the default name of another argument, as `arg2` is for the first one.
  private static func isDefaultName(_ name: String, ofOtherThan number: Int) -> Bool {
    name.utf8.starts(with: "arg".utf8) && name != "arg\(number)"
      && name.utf8.dropFirst(3).allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// Whether a name consists of ASCII letters, digits and underscores, and does not begin with a
  /// digit.
  private static func isIdentifier(_ name: String) -> Bool {
    guard let first = name.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
    else { return false }
    return name.utf8.allSatisfy { byte in
      byte == UInt8(ascii: "_") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
  }
}
