import TremaSupport

/// Recognizes example links and email addresses, which translations may replace with their own
/// words: `https://server/path`, `name@example.com`.
enum ExampleAddress {
  /// The kind of an example address.
  enum Kind {
    /// An address at `example.com` or another domain that is reserved for examples. Such addresses
    /// also occur in tests and drafts.
    case reserved
    /// An address that consists of placeholder words.
    case placeholder
  }

  /// Returns the kind of an example address, or `nil` if the address is not an example.
  ///
  /// - Parameter address: A link or an email address.
  static func kind(of address: ArraySlice<UInt8>) -> Kind? {
    let labels = HostedAddress.host(of: address).split(separator: UInt8(ascii: ".")).map(lowercased)
    if labels.contains(where: { $0.utf8.starts(with: "example".utf8) }) { return .reserved }
    if let atSign = address.lastIndex(of: UInt8(ascii: "@")),
      mailboxes.contains(lowercased(address[..<atSign]))
    {
      return .placeholder
    }
    // Single-label host names and numeric addresses belong to private networks.
    return labels.count < 2 || labels.allSatisfy { $0.utf8.allSatisfy(\.isDigit) }
      || labels.contains { words.contains($0) || $0.isPlaceholderLabel } ? .placeholder : nil
  }

  /// Returns whether a translation may omit an address of its master.
  ///
  /// A reserved domain may be replaced only with a host that is a different word, not with a
  /// misspelling.
  ///
  /// - Parameter hosts: The hosts of the translation that the master does not contain.
  static func mayBeReplaced(_ address: HostedAddress, by hosts: [String]) -> Bool {
    switch address.example {
    case nil: false
    case .placeholder: true
    case .reserved:
      hosts.contains { host in
        nearWords.contains { host.utf8.starts(with: $0.utf8) }
          || closestMatch(to: address.host, among: [host]) == nil
      }
    }
  }

  /// The beginnings of words for "example" that resemble the English word.
  private static let nearWords = ["exempl", "exempel", "eksempel", "egzempl"]

  private static func lowercased(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self).lowercased()
  }

  /// Mailbox names that readers replace with their own.
  private static let mailboxes: Set<String> = [
    "user", "username", "name", "yourname", "your.name", "your_name", "your-name", "you", "me",
    "someone", "somebody", "john", "jane", "johndoe", "john.doe", "janedoe", "jane.doe", "foo",
    "first.last", "firstname.lastname",
  ]

  /// Labels of host names that readers replace with their own.
  private static let words: Set<String> = [
    "domain", "mydomain", "yourdomain", "your-domain", "server", "myserver", "yourserver",
    "your-server", "host", "myhost", "hostname", "company", "mycompany", "yourcompany",
    "your-company", "site", "mysite", "yoursite", "your-site", "website", "yourwebsite",
    "your-website", "test", "invalid", "localhost", "local", "foo", "acme",
  ]
}

extension String {
  /// Whether the label starts with a word that readers replace, as in `my-instance` and
  /// `your-bucket`.
  fileprivate var isPlaceholderLabel: Bool {
    utf8.starts(with: "my-".utf8) || utf8.starts(with: "your-".utf8)
  }
}
