import TremaConfigValues
import TremaSupport

/// One key's values in all environments, from which its rules are inferred.
struct ConfigSamples {
  /// The value in one environment.
  struct Sample {
    /// The index of the environment.
    var column: Int
    /// The merged value of the environment.
    var value: ConfigValue
  }

  /// The key's values, in environment order, for the environments that have it. For array elements,
  /// one environment can have multiple values.
  var samples: [Sample] = []

  /// The distinct kinds, in environment order. `null`, which removes a key, is ignored.
  var kinds: [ConfigKind] {
    samples.reduce(into: []) { kinds, sample in
      let kind = sample.value.kind
      if kind != .null, !kinds.contains(kind) { kinds.append(kind) }
    }
  }

  /// The values that are strings.
  var strings: [String] { samples.compactMap(\.value.string) }

  /// Whether all values are strings and at least one of them is not empty.
  var areStrings: Bool {
    strings.count == samples.count && strings.contains { !$0.isEmpty }
  }

  /// Whether all values are server URLs without placeholders.
  var areURLs: Bool { areStrings && strings.allSatisfy(Self.isURL) }

  /// The schemes of recognized URLs.
  static let schemes = ["http://", "https://", "ws://", "wss://", "ftp://", "sftp://"]

  /// Returns whether a string is an absolute ASCII URL of a server, without placeholders.
  static func isURL(_ text: String) -> Bool {
    let start = text.utf8.prefix(8).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    guard schemes.contains(where: { start.starts(with: $0.utf8) }),
      !URLPlaceholder.containsPlaceholder(text, isTemplate: false), let url = try? ConfigURL(text),
      let host = url.host
    else { return false }
    // Generated code can't contain a URL with non-ASCII characters.
    return !host.description.isEmpty && host.fault == nil && text.utf8.allSatisfy { $0 < 0x80 }
  }

  /// Whether all values differ, or `false` if there is only one.
  var areDistinct: Bool {
    samples.count > 1 && Set(samples.map(\.value)).count == samples.count
  }

  /// Whether all values are equal.
  var areEqual: Bool { Set(samples.map(\.value)).count < 2 }
}
