import TremaConfigValues
import TremaSupport

/// The values that one key has in the environments, as far as they tell what it is for.
struct ConfigSamples {
  struct Sample {
    /// The number of the environment.
    var column: Int
    var value: ConfigValue
  }

  var samples: [Sample] = []

  /// The kinds, in the order of the environments; what removes a key is no kind.
  var kinds: [ConfigKind] {
    samples.reduce(into: []) { kinds, sample in
      let kind = sample.value.kind
      if kind != .null, !kinds.contains(kind) { kinds.append(kind) }
    }
  }

  var strings: [String] { samples.compactMap(\.value.string) }

  /// Whether it is a string everywhere, and somewhere one that is not empty.
  var areStrings: Bool {
    strings.count == samples.count && strings.contains { !$0.isEmpty }
  }

  /// Whether all strings are URLs that lead to a server, and none is a template of one.
  var areURLs: Bool { areStrings && strings.allSatisfy(Self.isURL) }

  static let schemes = ["http://", "https://", "ws://", "wss://", "ftp://", "sftp://"]

  static func isURL(_ text: String) -> Bool {
    let start = text.utf8.prefix(8).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    guard schemes.contains(where: { start.starts(with: $0.utf8) }),
      !URLPlaceholder.isIn(text, isTemplate: false), let url = try? ConfigURL(text),
      let host = url.host
    else { return false }
    // Code cannot hold a URL beyond ASCII.
    return !host.description.isEmpty && host.fault == nil && text.utf8.allSatisfy { $0 < 0x80 }
  }

  /// Whether no two environments have the same; false when there is only one.
  var areDistinct: Bool {
    samples.count > 1 && Set(samples.map(\.value)).count == samples.count
  }

  var areSame: Bool { Set(samples.map(\.value)).count < 2 }
}
