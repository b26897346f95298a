import TremaCatalog
import TremaMessages

extension SwiftAccessors {
  public mutating func append(plain text: PlainMember, into output: inout [UInt8]) -> Bool {
    // An array ends here, and is written first.
    guard array == nil,
      plainMembers?.append(text, isFirst: isEmpty, into: &output) ?? false
    else { return false }
    sequence = ArraySequence()
    isEmpty = false
    return true
  }
}

/// Members of plain texts, straight from bytes: what does not change from one to the next is put together
/// once. ``Comment`` and ``SwiftMember`` are the plain way and write the same.
struct PlainSwiftMembers: Sendable {
  private static let limit = 100

  private var comment = PlainComment(language: .swift, indent: "  ")
  private let (beforeProperty, beforeFunction): ([UInt8], [UInt8])
  /// What stands in the call behind the key and the arguments.
  private let behindArguments: [UInt8]
  private let hiddenNames: [[UInt8]]
  /// Kept for its memory.
  private var name: [UInt8] = []
  private var arguments = PlainArguments()

  init(_ options: SwiftAccessors.Options, hiddenNames: Set<String>) {
    beforeProperty = Array("  \(options.access.modifier)static var ".utf8)
    beforeFunction = Array("  \(options.access.modifier)static func ".utf8)
    let table = SourceText.quoted(options.table)
    behindArguments = Array(", table: \(table), bundle: \(options.bundle.source))".utf8)
    self.hiddenNames = hiddenNames.map { Array($0.utf8) }
  }

  private static let beforeKey = Array("translate(\"".utf8)
  private static let endOfProperty = Array(": String {".utf8)
  private static let endOfFunction = Array(") -> String {".utf8)
  private static let (endOnLine, beforeBody, endOnOwnLine) = (
    Array(" }\n".utf8), Array("\n    ".utf8), Array("\n  }\n".utf8)
  )

  /// - Returns: false where the text has to be written the plain way; then nothing was written.
  mutating func append(
    _ text: PlainMember, isFirst: Bool, into output: inout [UInt8]
  ) -> Bool {
    name.removeAll(keepingCapacity: true)
    guard PlainComment.isPlain(text.key), SwiftName.append(memberForPlain: text.key, to: &name),
      !isHidden(name), arguments.read(text, in: .swift),
      arguments.names.isEmpty || !hiddenNames.contains(where: PlainArguments.mayBeName)
    else { return false }
    let start = output.count
    if !isFirst { output.append(UInt8(ascii: "\n")) }
    if comment.write(text, into: &output), writeMember(text.key, into: &output) { return true }
    output.removeSubrange(start...)
    return false
  }

  private func isHidden(_ name: [UInt8]) -> Bool {
    for hidden in hiddenNames where hidden == name { return true }
    return false
  }

  /// - Returns: false where a line of it is too long.
  private func writeMember(
    _ key: UnsafeBufferPointer<UInt8>, into output: inout [UInt8]
  ) -> Bool {
    let start = output.count
    if arguments.names.isEmpty {
      output += beforeProperty
      output += name
      output += Self.endOfProperty
    } else {
      output += beforeFunction
      output += name
      output.append(UInt8(ascii: "("))
      output += arguments.declarations
      output += Self.endOfFunction
    }
    let declaration = output.count - start
    let body =
      Self.beforeKey.count + key.count + 1 + arguments.names.count + behindArguments.count
    let fits = declaration + body + 3 <= Self.limit
    guard fits || declaration <= Self.limit && body + 4 <= Self.limit else { return false }
    if fits { output.append(UInt8(ascii: " ")) } else { output += Self.beforeBody }
    output += Self.beforeKey
    output += key
    output.append(UInt8(ascii: "\""))
    output += arguments.names
    output += behindArguments
    output += fits ? Self.endOnLine : Self.endOnOwnLine
    return true
  }
}
