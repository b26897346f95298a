import TremaCatalog
import TremaMessages

extension KotlinAccessors {
  package mutating func append(plain text: PlainMember, into output: inout [UInt8]) -> Bool {
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
  private var arguments = PlainArguments(.kotlin)

  private static let beforeResource: StaticString = "resources.getString(R.string."
  private static let getter: StaticString = "        get() ="

  /// - Returns: false where the text has to be written the plain way; then nothing was written.
  mutating func append(
    _ text: PlainMember, isFirst: Bool, into output: inout [UInt8]
  ) -> Bool {
    guard !text.name.isEmpty, !KotlinName.isHidden(text.name), arguments.read(text) else {
      return false
    }
    let member =
      text.name.count + text.key.count + arguments.declarations.count + arguments.names.count
    let most = comment.mostBytes(text) + member + 128
    return CodeRoom.append(atMost: most + text.key.count, to: &output) { room in
      if !isFirst { room.append(UInt8(ascii: "\n")) }
      guard comment.write(text, into: &room) else { return false }
      // Of several words, as the name is: no word of Kotlin, which would stand in backticks.
      let resource = room.takeFromEnd(text.key.count)
      return Self.write(resourceFor: text.key, to: resource)
        && writeMember(text.name, UnsafeBufferPointer(resource), into: &room)
    }
  }

  /// - Parameter resource: has room for the key.
  /// - Returns: false where its name is not as long as the key, which begins with a letter: then it is.
  private static func write(
    resourceFor key: UnsafeBufferPointer<UInt8>, to resource: UnsafeMutableBufferPointer<UInt8>
  ) -> Bool {
    if AndroidName.write(resourceForPlain: key, to: resource) { return true }
    let name = AndroidName.resource(for: String(decoding: key, as: UTF8.self)).name
    guard name.utf8.count == resource.count else { return false }
    _ = resource.initialize(from: name.utf8)
    return true
  }

  /// - Returns: false where a line of it is too long.
  private func writeMember(
    _ name: UnsafeBufferPointer<UInt8>, _ resource: UnsafeBufferPointer<UInt8>,
    into output: inout CodeRoom
  ) -> Bool {
    let names = arguments.isEmpty ? 0 : arguments.names.count
    let body = Self.beforeResource.utf8CodeUnitCount + resource.count + names + 1
    if arguments.isEmpty {
      guard Self.getter.utf8CodeUnitCount + 1 + body <= Self.limit else { return false }
      output.append("    val ")
      output.append(name)
      output.append(": String\n")
      output.append(Self.getter)
      output.append(UInt8(ascii: " "))
    } else {
      let start = output.count
      output.append("    fun ")
      output.append(name)
      output.append(UInt8(ascii: "("))
      output.append(arguments.declarations)
      output.append("): String =")
      let declaration = output.count - start
      let fits = declaration + 1 + body <= Self.limit
      guard fits || declaration <= Self.limit && 8 + body <= Self.limit else { return false }
      output.append(fits ? " " : "\n        ")
    }
    output.append(Self.beforeResource)
    output.append(resource)
    if !arguments.isEmpty { output.append(arguments.names) }
    output.append(")\n")
    return true
  }
}
