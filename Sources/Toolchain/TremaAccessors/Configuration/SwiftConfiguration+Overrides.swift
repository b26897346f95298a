import TremaConfigValues

// The keys that may be set from outside.
extension SwiftConfiguration {
  func writeOverridableKeys(into output: inout [UInt8]) {
    let keys = Self.overridableKeys(of: structure, isInside: false)
    if keys.isEmpty { return }
    output += "\nextension \(options.type) {\n".utf8
    comment("  ").write(
      prose: [
        "The keys that variables and arguments may set, with the kinds of their values: "
          + "what ConfigurationOverrides allows."
      ], key: nil, into: &output)
    output += "  \(access)static let overridableKeys = [\n".utf8
    for (path, kind) in keys {
      let (path, kind) = (SourceText.quoted(path.description), SourceText.quoted(kind))
      output += "    \(path): \(kind),\n".utf8
    }
    output += "  ]\n}\n".utf8
  }

  private static func overridableKeys(
    of structure: ConfigurationStructure, isInside: Bool
  ) -> [(path: ConfigKeyPath, kind: String)] {
    structure.fields.flatMap { field -> [(path: ConfigKeyPath, kind: String)] in
      let isOverridable = isInside || field.isOverridable
      if case .structure(let inner) = field.shape {
        return overridableKeys(of: inner, isInside: isOverridable)
      }
      guard isOverridable, field.path.keys != nil else { return [] }
      return [(field.path, (field.isSecret ? "secret " : "") + kind(of: field.shape))]
    }
  }

  private static func kind(of shape: ConfigurationShape) -> String {
    switch shape {
    case .string, .url, .choice, .duration, .size: "string"
    case .boolean: "boolean"
    case .real: "real"
    case .integer: "integer"
    case .date: "date"
    case .data: "data"
    case .array(let item): "array \(kind(of: item))"
    case .map, .structure: "dictionary"
    }
  }
}
