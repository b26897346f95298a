/// A link or an email address in a value, and its host.
struct HostedAddress {
  /// The host name in lowercase.
  let host: String
  /// The kind of example, or `nil` if the address is not an example.
  let example: ExampleAddress.Kind?
  /// The index of the reading.
  let readingIndex: Int
  /// The range of bytes in the reading.
  let range: Range<Int>

  /// Returns the host of a link or an email address, without scheme, account and port.
  static func host(of address: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var host = address
    if let slash = address.firstIndex(of: UInt8(ascii: "/")), slash > address.startIndex,
      address[slash - 1] == UInt8(ascii: ":")
    {
      host = address[slash...].drop { $0 == UInt8(ascii: "/") }
    }
    host = host.prefix {
      $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#")
    }
    if let atSign = host.lastIndex(of: UInt8(ascii: "@")) { host = host[(atSign + 1)...] }
    return host.prefix { $0 != UInt8(ascii: ":") }
  }

  /// Returns the address as shown in the value.
  func text(in prose: Prose) -> String {
    String(decoding: prose.readings[readingIndex][range], as: UTF8.self)
  }

  /// Returns the addresses that a value shows, in order.
  ///
  /// An address is omitted if the address before it has the same host, or if the previous reading
  /// has the same address at this index: most branches differ only in words and repeat the
  /// addresses.
  ///
  /// - Parameters:
  ///   - part: The kind of address.
  ///   - host: Returns the host in the address at a range in a reading.
  static func all(
    in prose: Prose, _ part: TechnicalPart, host: ([UInt8], Range<Int>) -> String
  ) -> [HostedAddress] {
    var all: [HostedAddress] = []
    var last: (reading: [UInt8], occurrences: [TechnicalPart.Occurrence]) = ([], [])
    for (number, reading) in prose.readings.enumerated() {
      let occurrences = prose.addresses[number]
      for (index, occurrence) in occurrences.enumerated() where occurrence.part == part {
        if index < last.occurrences.count, last.occurrences[index].part == part,
          last.reading[last.occurrences[index].range].elementsEqual(reading[occurrence.range])
        {
          continue
        }
        let host = host(reading, occurrence.range)
        if all.last?.host == host { continue }
        all.append(
          HostedAddress(
            host: host, example: ExampleAddress.kind(of: reading[occurrence.range]),
            readingIndex: number,
            range: occurrence.range))
      }
      last = (reading, occurrences)
    }
    return all
  }
}

extension [HostedAddress] {
  /// Returns the first of the other addresses whose host is missing here. An example may have been
  /// replaced with a different example, but not with a misspelling.
  func firstMissing(of otherAddresses: [HostedAddress]) -> HostedAddress? {
    let (hosts, otherHosts) = (Set(map(\.host)), Set(otherAddresses.map(\.host)))
    // The limit bounds the comparison of names; a text has one or two examples.
    let replacements = filter { !otherHosts.contains($0.host) }.prefix(4)
    return otherAddresses.first { other in
      !hosts.contains(other.host)
        && !ExampleAddress.mayBeReplaced(other, by: replacements.map(\.host))
    }
  }
}
