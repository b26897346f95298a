/// A link or an e-mail address in a value, with its host.
struct HostedAddress {
  /// The host name in lower case.
  let host: String
  /// The kind of example, or `nil` if the address is not one.
  let example: ExampleAddress.Kind?
  /// The index of the reading.
  let reading: Int
  /// The range of bytes in the reading.
  let range: Range<Int>

  /// Returns the host of a link or an e-mail address, without scheme, account and port.
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
    if let at = host.lastIndex(of: UInt8(ascii: "@")) { host = host[(at + 1)...] }
    return host.prefix { $0 != UInt8(ascii: ":") }
  }

  /// Returns the address as the value shows it.
  func text(in prose: Prose) -> String {
    String(decoding: prose.readings[reading][range], as: UTF8.self)
  }

  /// Returns the addresses that a value shows, in order.
  ///
  /// Consecutive addresses with the same host are represented by the first. An address that the
  /// reading before has at the same place is omitted: most branches differ only in words, and
  /// repeat the addresses.
  ///
  /// - Parameters:
  ///   - part: The kind of address.
  ///   - host: Returns the host of the address at a range of a reading.
  static func all(
    in prose: Prose, _ part: TechnicalPart, host: ([UInt8], Range<Int>) -> String
  ) -> [HostedAddress] {
    var all: [HostedAddress] = []
    var last: (reading: [UInt8], places: [TechnicalPart.Occurrence]) = ([], [])
    for (number, reading) in prose.readings.enumerated() {
      let places = prose.addresses[number]
      for (index, place) in places.enumerated() where place.part == part {
        if index < last.places.count, last.places[index].part == part,
          last.reading[last.places[index].range].elementsEqual(reading[place.range])
        {
          continue
        }
        let host = host(reading, place.range)
        if all.last?.host == host { continue }
        all.append(
          HostedAddress(
            host: host, example: ExampleAddress.kind(of: reading[place.range]), reading: number,
            range: place.range))
      }
      last = (reading, places)
    }
    return all
  }
}

extension [HostedAddress] {
  /// Returns the first of other addresses whose host is missing here. An example may have been
  /// replaced by another one, but not by its misspelling.
  func firstMissing(of others: [HostedAddress]) -> HostedAddress? {
    let (hosts, otherHosts) = (Set(map(\.host)), Set(others.map(\.host)))
    // The limit bounds the comparison of names; a text has one or two examples.
    let replacements = filter { !otherHosts.contains($0.host) }.prefix(4)
    return others.first { other in
      !hosts.contains(other.host)
        && !ExampleAddress.mayBeReplaced(other, by: replacements.map(\.host))
    }
  }
}
