/// Writes JSON values canonically: two-space indentation, LF, the shortest escapes, and numbers as
/// originally written. Equal values with the same order of members yield the same bytes.
package struct JSONWriter: Sendable {
  /// The order of members.
  package enum Order: Sendable {
    /// The order of the object.
    case given
    /// The order of the names' UTF-8 bytes.
    case sorted
  }

  /// The whitespace between tokens.
  package enum Layout: Sendable {
    /// `"name": value`, `{}`.
    case plain
    /// The style of Xcode's string catalogs: `"name" : value`, an empty line in an empty container.
    case xcode
    /// No whitespace, for transfers over a network.
    case compact
  }

  /// The order of members.
  package var order: Order
  /// The whitespace between tokens.
  package var layout: Layout
  /// Whether the output ends with a line end.
  package var endsWithNewline: Bool

  /// Creates a writer.
  package init(order: Order = .given, layout: Layout = .plain, endsWithNewline: Bool = true) {
    self.order = order
    self.layout = layout
    self.endsWithNewline = endsWithNewline
  }

  /// Returns a value as JSON in UTF-8.
  package func bytes(of value: JSONValue) -> [UInt8] {
    var output = JSONOutput(outputLayout)
    write(value, to: &output)
    if endsWithNewline { output.finalNewline() }
    return output.bytes
  }

  /// Returns one member of an object that is written in parts: its comma, line end and indentation,
  /// its name and its value. The caller writes the braces, with the closing brace on its own line.
  ///
  /// - Parameters:
  ///   - depth: The number of braces that are open around the member.
  ///   - isFirst: Whether the member is the first one in the object.
  package func bytes(of member: JSONObject.Member, depth: Int, isFirst: Bool) -> [UInt8] {
    var output = JSONOutput(outputLayout, depth: depth, isFirst: isFirst)
    output.name(member.name)
    write(member.value, to: &output)
    return output.bytes
  }

  /// The output's layout.
  private var outputLayout: JSONOutput.Layout {
    switch layout {
    case .plain: .plain
    case .xcode: .xcode
    case .compact: .compact
    }
  }

  /// Writes a value and the values that it contains.
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

  /// Returns the members in the writer's order.
  private func sorted(_ members: [JSONObject.Member]) -> [JSONObject.Member] {
    switch order {
    case .given: members
    case .sorted: members.sorted { ExactName($0.name) < ExactName($1.name) }
    }
  }
}
