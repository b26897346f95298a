import TremaCatalog
import TremaMessages

extension KotlinAccessors {
  public mutating func append(plain text: PlainMember, into output: inout [UInt8]) -> Bool {
    // An array ends here, and is written first.
    guard array == nil, plainMembers.append(text, isFirst: isEmpty, into: &output) else {
      return false
    }
    sequence = ArraySequence()
    isEmpty = false
    return true
  }
}

/// Members of plain texts, straight from bytes. ``Comment`` and ``KotlinMember`` are the plain way and
/// write the same.
struct PlainKotlinMembers: Sendable {
  private static let limit = 100

  private var comment = PlainComment(language: .kotlin, indent: KotlinMember.indent)
  /// Kept for their memory.
  private var (name, resource): ([UInt8], [UInt8]) = ([], [])
  private var arguments = PlainArguments()

  private static let (beforeProperty, beforeFunction) = (
    Array("    val ".utf8), Array("    fun ".utf8)
  )
  private static let (endOfProperty, endOfFunction) = (
    Array(": String\n        get() =".utf8), Array("): String =".utf8)
  )
  private static let beforeResource = Array("resources.getString(R.string.".utf8)
  private static let getter = "        get() =".utf8.count
  private static let beforeBody = Array("\n        ".utf8)

  /// - Returns: false where the text has to be written the plain way; then nothing was written.
  mutating func append(
    _ text: PlainMember, isFirst: Bool, into output: inout [UInt8]
  ) -> Bool {
    name.removeAll(keepingCapacity: true)
    guard PlainComment.isPlain(text.key), KotlinName.append(memberForPlain: text.key, to: &name),
      arguments.read(text, in: .kotlin)
    else { return false }
    resource.removeAll(keepingCapacity: true)
    // Of several words, as the name is: no word of Kotlin, which would stand in backticks.
    AndroidName.append(resourceFor: text.key, to: &resource)
    let start = output.count
    if !isFirst { output.append(UInt8(ascii: "\n")) }
    if comment.write(text, into: &output), writeMember(into: &output) { return true }
    output.removeSubrange(start...)
    return false
  }

  /// - Returns: false where a line of it is too long.
  private func writeMember(into output: inout [UInt8]) -> Bool {
    let body = Self.beforeResource.count + resource.count + arguments.names.count + 1
    if arguments.names.isEmpty {
      guard Self.getter + 1 + body <= Self.limit else { return false }
      output += Self.beforeProperty
      output += name
      output += Self.endOfProperty
      output.append(UInt8(ascii: " "))
    } else {
      let start = output.count
      output += Self.beforeFunction
      output += name
      output.append(UInt8(ascii: "("))
      output += arguments.declarations
      output += Self.endOfFunction
      let declaration = output.count - start
      let fits = declaration + 1 + body <= Self.limit
      guard fits || declaration <= Self.limit && 8 + body <= Self.limit else { return false }
      if fits { output.append(UInt8(ascii: " ")) } else { output += Self.beforeBody }
    }
    output += Self.beforeResource
    output += resource
    output += arguments.names
    output.append(UInt8(ascii: ")"))
    output.append(UInt8(ascii: "\n"))
    return true
  }
}
