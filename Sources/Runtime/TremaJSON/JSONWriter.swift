/// Writes a value in one canonical form: two spaces a level, LF, the shortest escapes, numbers as
/// they were spelled. Same value, same bytes.
package struct JSONWriter: Sendable {
  package enum Order: Sendable {
    /// The order of the object.
    case given
    /// The order of the names' UTF-8 bytes.
    case sorted
  }

  package enum Layout: Sendable {
    /// `"name": value`, `{}`.
    case plain
    /// The style of Xcode's string catalogs: `"name" : value`, an empty line in an empty container.
    case xcode
    /// Without any white space, as it goes over a wire.
    case compact
  }

  package var order: Order
  package var layout: Layout
  package var finalNewline: Bool

  package init(order: Order = .given, layout: Layout = .plain, finalNewline: Bool = true) {
    self.order = order
    self.layout = layout
    self.finalNewline = finalNewline
  }

  package func bytes(of value: JSONValue) -> [UInt8] {
    var output = JSONOutput(outputLayout)
    write(value, to: &output)
    if finalNewline { output.finalNewline() }
    return output.bytes
  }

  /// One member of an object that is written piece by piece: its comma, line end and indentation,
  /// its name and its value. Who writes the braces closes them on a line of their own.
  ///
  /// - Parameters:
  ///   - depth: how many braces are open around the member.
  ///   - isFirst: no member is before it.
  package func bytes(of member: JSONObject.Member, depth: Int, isFirst: Bool) -> [UInt8] {
    var output = JSONOutput(outputLayout, depth: depth, isFirst: isFirst)
    output.name(member.name)
    write(member.value, to: &output)
    return output.bytes
  }

  private var outputLayout: JSONOutput.Layout {
    switch layout {
    case .plain: .plain
    case .xcode: .xcode
    case .compact: .compact
    }
  }

  private func write(_ value: JSONValue, to output: inout JSONOutput) {
    switch value.content {
    case .null: output.literal("null")
    case .bool(let value): output.literal(value ? "true" : "false")
    case .number(let number): output.literal(number.text)
    case .string(let text): output.string(text)
    case .array(let elements):
      output.array { output in
        for element in elements { write(element, to: &output) }
      }
    case .object(let object):
      output.object { output in
        for member in sorted(object.members) {
          output.name(member.name)
          write(member.value, to: &output)
        }
      }
    }
  }

  private func sorted(_ members: [JSONObject.Member]) -> [JSONObject.Member] {
    switch order {
    case .given: members
    case .sorted: members.sorted { ExactName($0.name) < ExactName($1.name) }
    }
  }
}
