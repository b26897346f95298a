/// A link or an e-mail address in a value, and where it leads.
struct HostedAddress {
  /// In lower case.
  let host: String
  /// Whether it shows what an address looks like, and how surely.
  let example: ExampleAddress.Kind?
  let reading: Int
  let range: Range<Int>

  /// The host of a link or an e-mail address, without the account and the port.
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

  func text(in prose: Prose) -> String {
    String(decoding: prose.readings[reading][range], as: UTF8.self)
  }

  /// Returns the addresses that a value shows, in order. Of several with one host in a row the first
  /// represents all, and so does one for those of other branches: most branches are about words, and each
  /// reading has the addresses of the one before it.
  ///
  /// - Parameter host: of the address at a range of a reading.
  static func all(
    in prose: Prose, _ part: TechnicalPart, host: ([UInt8], Range<Int>) -> String
  ) -> [HostedAddress] {
    var all: [HostedAddress] = []
    var last: (reading: [UInt8], places: [TechnicalPart.Place]) = ([], [])
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
  /// The first of others whose host none of these has. An example may have been replaced by another,
  /// but not by its misspelling.
  func firstMissing(of others: [HostedAddress]) -> HostedAddress? {
    let (hosts, otherHosts) = (Set(map(\.host)), Set(others.map(\.host)))
    // A few are enough: a text has one example or two.
    let replacements = filter { !otherHosts.contains($0.host) }.prefix(4)
    return others.first { other in
      !hosts.contains(other.host)
        && !ExampleAddress.mayBeReplaced(other, by: replacements.map(\.host))
    }
  }
}
