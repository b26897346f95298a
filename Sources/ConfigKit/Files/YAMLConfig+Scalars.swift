import TremaConfigValues
import TremaSupport

// The decoding of keys, scalars and tags.

extension YAMLConfig {
  /// Reads the key of an entry.
  ///
  /// - Returns: `nil` for a key that is not a string. The key is reported.
  mutating func key(_ event: YAMLEvent) throws(Diagnostic) -> String? {
    if case .scalar(let text, let isPlain) = event.content, event.isText || event.tag == nil {
      _ = try node(event.asText)
      if isPlain, event.tag == nil, !event.isMergeKey { checkKey(text, event) }
      return text
    }
    let value = try node(event).value
    if let text = value.string { return text }
    report(
      "a key must be a string, not \(value.kind.title)", event, hint: "quote it")
    return nil
  }

  /// Reports a warning for a key that YAML 1.1 or 1.2 readers do not treat as a string.
  private mutating func checkKey(_ text: String, _ event: YAMLEvent) {
    let (core, old) = (YAMLScalar.core(text), YAMLScalar.version11(text))
    guard core != .string || old != .string else { return }
    let other = core == .string ? "\(old.title) in YAML 1.1" : core.title
    var path = path
    path.components.append(.key(text))
    report(
      "ambiguous-scalar", "this key is read as a string, but is \(other)", event, path,
      hint: "quote it")
  }

  /// Reads a scalar, and reports a warning if YAML 1.1 and 1.2 interpret it differently.
  mutating func scalar(_ text: String, isPlain: Bool, _ event: YAMLEvent) -> Node {
    let location = location(event.extent)
    let content: ConfigValue.Content
    if let tag = event.tag, tag != "!" {
      content = tagged(text, tag, event)
    } else if isPlain, event.tag == nil {
      let core = YAMLScalar.core(text)
      content = self.content(core, text, event)
      let old = YAMLScalar.version11(text)
      // NaN does not equal itself, so it is compared separately.
      if core != old, !(core.isNaN && old.isNaN) {
        report(
          "ambiguous-scalar",
          core.title == old.title
            ? "YAML 1.1 and 1.2 read this as different numbers"
            : "this is \(core.title) in YAML 1.2, but \(old.title) in YAML 1.1",
          event, path,
          hint:
            "quote it, or use a form that both versions read the same way")
      }
    } else {
      content = .string(text)
    }
    // The weight limits how much data aliases can repeat, in units of 16 bytes.
    return Node(value: ConfigValue(content, at: location), weight: 1 + text.utf8.count / 16)
  }

  /// Returns the content for a type of the core schema. A number that cannot be represented is
  /// reported.
  private mutating func content(
    _ scalar: YAMLScalar, _ text: String, _ event: YAMLEvent
  ) -> ConfigValue.Content {
    switch scalar {
    case .null: return .null
    case .boolean(let boolean): return .boolean(boolean)
    case .integer(let number?): return .integer(number)
    case .integer(nil):
      outOfRange("the integer is not between -2^63 and 2^64 - 1", event)
      // The number has been reported. Any real number preserves the kind for later checks.
      return .real(.infinity)
    case .real(let number):
      if !number.isFinite {
        // A word such as `.inf` has no digits. With digits, the number itself is too large.
        if text.utf8.contains(where: ASCII.isDigit) {
          outOfRange("the number is too large for a 64-bit floating-point number", event)
        } else {
          report(
            .error, "not-finite",
            number.isNaN ? "NaN is not allowed" : "the number is infinite",
            at: location(event.extent), path,
            hint: "use a finite number; JSON and most programs support only finite numbers")
        }
      }
      return .real(number)
    case .string, .timestamp, .defaultValue: return .string(text)
    }
  }

  /// Returns the content of a scalar with an explicit tag. If the tag does not match, it is
  /// reported and the scalar becomes a string.
  private mutating func tagged(
    _ text: String, _ tag: String, _ event: YAMLEvent
  ) -> ConfigValue.Content {
    let core = YAMLScalar.core(text)
    let (content, name, example): (ConfigValue.Content?, String, String)
    switch tag.droppingPrefix("tag:yaml.org,2002:") {
    case "str": return .string(text)
    case "null": (content, name, example) = (core == .null ? .null : nil, "null", "null")
    case "bool":
      (name, example) = ("a Boolean", "true or false")
      content = if case .boolean = core { self.content(core, text, event) } else { nil }
    case "int":
      (name, example) = ("an integer", "decimal digits")
      content = if case .integer = core { self.content(core, text, event) } else { nil }
    case "float":
      (name, example) = ("a number", "digits such as 1.5")
      content =
        switch core {
        // An integer with a real number tag is a real number.
        case .real: self.content(core, text, event)
        case .integer: Double(text).map { .real($0) }
        default: nil
        }
    case "timestamp":
      (name, example) = ("a date", "2026-11-21T06:30:00Z")
      content = PropertyListDate(parsing: text.utf8).map { .date($0) }
    case "binary":
      (name, example) = ("Base64 data", "Base64 with padding")
      content = Base64.decoded(text.utf8, ignoresSpace: true).map { .data($0) }
    default:
      unknownTag(event)
      return .string(text)
    }
    if let content { return content }
    report(
      "the value must be \(name), as its tag requires", event,
      hint: "use \(example), or remove the tag")
    return .string(text)
  }

  /// Reports the tag of a collection if it is not the expected one.
  ///
  /// - Parameters:
  ///   - name: The expected tag.
  ///   - title: A description of the collection for the message.
  mutating func checkTag(_ event: YAMLEvent, is name: String, _ title: String) {
    guard let tag = event.tag, tag != "!", tag != "tag:yaml.org,2002:\(name)" else { return }
    if ["str", "null", "bool", "int", "float", "timestamp", "binary", "seq", "map"]
      .contains(tag.droppingPrefix("tag:yaml.org,2002:"))
    {
      report(
        "the tag does not match: the value is \(title)", event, hint: "remove the tag")
    } else {
      unknownTag(event)
    }
  }

  /// Reports a tag that yaml.org does not define.
  private mutating func unknownTag(_ event: YAMLEvent) {
    report(
      "the value has an unknown tag", event,
      hint: "use one of !!str, !!int, !!float, !!bool, !!null, !!binary, !!timestamp, "
        + "!!seq and !!map, or remove the tag")
  }
}

extension YAMLEvent {
  /// Whether the tag makes the scalar a string.
  fileprivate var isText: Bool { tag == "!" || tag == "tag:yaml.org,2002:str" }

  /// Whether the event is a plain `<<`, which is a merge key.
  var isMergeKey: Bool {
    guard case .scalar("<<", isPlain: true) = content else { return false }
    return tag == nil || tag == "tag:yaml.org,2002:merge"
  }

  /// A copy of the scalar that is always a string.
  fileprivate var asText: YAMLEvent {
    var copy = self
    copy.tag = "!"
    return copy
  }
}

extension YAMLScalar {
  /// The type with an article, for messages.
  fileprivate var title: String {
    switch self {
    case .null: "null"
    case .boolean: "a Boolean"
    case .integer: "an integer"
    case .real: "a number"
    case .string: "a string"
    case .timestamp: "a date"
    case .defaultValue: "a value that most readers reject"
    }
  }

  /// Whether the value is NaN.
  fileprivate var isNaN: Bool { if case .real(let number) = self { number.isNaN } else { false } }
}

extension String {
  /// Returns the string without a prefix, or unchanged if it does not have the prefix.
  fileprivate func droppingPrefix(_ prefix: String) -> String {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
  }
}
