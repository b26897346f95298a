import TremaCatalog
import TremaMessages

extension SwiftAccessors {
  package mutating func append(plain text: PlainMember, into output: inout [UInt8]) -> Bool {
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
  private var arguments = PlainArguments(.swift)

  init(_ options: SwiftAccessors.Options, hiddenNames: Set<String>) {
    beforeProperty = Array("  \(options.access.modifier)static var ".utf8)
    beforeFunction = Array("  \(options.access.modifier)static func ".utf8)
    let table = SourceText.quoted(options.table)
    behindArguments = Array(", table: \(table), bundle: \(options.bundle.source))".utf8)
    self.hiddenNames = hiddenNames.map { Array($0.utf8) }
  }

  private static let beforeKey: StaticString = "translate(\""
  private static let endOfProperty: StaticString = ": String {"
  private static let endOfFunction: StaticString = ") -> String {"

  /// - Returns: false where the text has to be written the plain way; then nothing was written.
  mutating func append(
    _ text: PlainMember, isFirst: Bool, into output: inout [UInt8]
  ) -> Bool {
    guard !text.name.isEmpty, !isHidden(text.name), arguments.read(text),
      arguments.isEmpty || !hiddenNames.contains(where: PlainArguments.mayBeName)
    else { return false }
    return CodeRoom.append(atMost: mostBytes(text), to: &output) { room in
      if !isFirst { room.append(UInt8(ascii: "\n")) }
      return comment.write(text, into: &room) && writeMember(text, into: &room)
    }
  }

  private func mostBytes(_ text: PlainMember) -> Int {
    let member =
      max(beforeProperty.count, beforeFunction.count) + text.name.count + text.key.count
      + arguments.declarations.count + arguments.names.count + behindArguments.count
    return comment.mostBytes(text) + member + 64
  }

  private func isHidden(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    for hidden in hiddenNames where hidden.elementsEqual(name) { return true }
    return false
  }

  /// - Returns: false where a line of it is too long.
  private func writeMember(_ text: PlainMember, into output: inout CodeRoom) -> Bool {
    let start = output.count
    if arguments.isEmpty {
      output.append(beforeProperty)
      output.append(text.name)
      output.append(Self.endOfProperty)
    } else {
      output.append(beforeFunction)
      output.append(text.name)
      output.append(UInt8(ascii: "("))
      output.append(arguments.declarations)
      output.append(Self.endOfFunction)
    }
    let declaration = output.count - start
    let names = arguments.isEmpty ? 0 : arguments.names.count
    let body =
      Self.beforeKey.utf8CodeUnitCount + text.key.count + 1 + names + behindArguments.count
    let fits = declaration + body + 3 <= Self.limit
    guard fits || declaration <= Self.limit && body + 4 <= Self.limit else { return false }
    output.append(fits ? " " : "\n    ")
    output.append(Self.beforeKey)
    output.append(text.key)
    output.append(UInt8(ascii: "\""))
    if !arguments.isEmpty { output.append(arguments.names) }
    output.append(behindArguments)
    output.append(fits ? " }\n" : "\n  }\n")
    return true
  }
}
