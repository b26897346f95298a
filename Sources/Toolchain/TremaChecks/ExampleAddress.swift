import TremaSupport

/// Links and e-mail addresses that show what one looks like, and that every language may write in its
/// own words: `https://server/path`, `name@example.com`.
enum ExampleAddress {
  enum Kind {
    /// At `example.com` or another domain that is reserved for examples, and that tests and drafts have as
    /// well.
    case reserved
    /// Made of placeholder words.
    case placeholder
  }

  /// - Parameter address: a link, or an e-mail address.
  static func kind(of address: ArraySlice<UInt8>) -> Kind? {
    let labels = HostedAddress.host(of: address).split(separator: UInt8(ascii: ".")).map(lowercased)
    if labels.contains(where: { $0.utf8.starts(with: "example".utf8) }) { return .reserved }
    if let at = address.lastIndex(of: UInt8(ascii: "@")),
      mailboxes.contains(lowercased(address[..<at]))
    {
      return .placeholder
    }
    // A host name of one label and a numeric address belong to a private network.
    return labels.count < 2 || labels.allSatisfy { $0.utf8.allSatisfy(\.isDigit) }
      || labels.contains { words.contains($0) || $0.isPlaceholderLabel } ? .placeholder : nil
  }

  /// Whether a translation need not have an address of its master.
  ///
  /// - Parameter hosts: those of the translation that the master does not have. In place of a reserved
  ///   domain one of them has to be another word, and no slip.
  static func mayBeReplaced(_ address: HostedAddress, by hosts: [String]) -> Bool {
    switch address.example {
    case nil: false
    case .placeholder: true
    case .reserved:
      hosts.contains { host in
        nearWords.contains { host.utf8.starts(with: $0.utf8) }
          || nearest(to: address.host, among: [host]) == nil
      }
    }
  }

  /// Words for "example" that resemble the English word.
  private static let nearWords = ["exempl", "exempel", "eksempel", "egzempl"]

  private static func lowercased(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self).lowercased()
  }

  private static let mailboxes: Set<String> = [
    "user", "username", "name", "yourname", "your.name", "your_name", "your-name", "you", "me",
    "someone", "somebody", "john", "jane", "johndoe", "john.doe", "janedoe", "jane.doe", "foo",
    "first.last", "firstname.lastname",
  ]

  private static let words: Set<String> = [
    "domain", "mydomain", "yourdomain", "your-domain", "server", "myserver", "yourserver",
    "your-server", "host", "myhost", "hostname", "company", "mycompany", "yourcompany",
    "your-company", "site", "mysite", "yoursite", "your-site", "website", "yourwebsite",
    "your-website", "test", "invalid", "localhost", "local", "foo", "acme",
  ]
}

extension String {
  /// `my-instance`, `your-bucket`: words that the reader replaces.
  fileprivate var isPlaceholderLabel: Bool {
    utf8.starts(with: "my-".utf8) || utf8.starts(with: "your-".utf8)
  }
}
