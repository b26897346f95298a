/// A link or an e-mail address in a value, and where it leads.
struct HostedAddress {
  /// In lower case.
  let host: String
  let reading: Int
  let range: Range<Int>

  func text(in prose: Prose) -> String {
    String(decoding: prose.readings[reading][range], as: UTF8.self)
  }

  /// Those that a value shows, in order. Of several with one host in a row the first stands for all, and so
  /// does one for those of other branches: most branches are about words, and each reading has the
  /// addresses of the one before it.
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
        all.append(HostedAddress(host: host, reading: number, range: place.range))
      }
      last = (reading, places)
    }
    return all
  }
}

extension [HostedAddress] {
  /// The first of others whose host none of these has.
  func firstMissing(of others: [HostedAddress]) -> HostedAddress? {
    // To compare a few is less than to hash them.
    if count <= 4 { return others.first { other in !contains { $0.host == other.host } } }
    let hosts = Set(map(\.host))
    return others.first { !hosts.contains($0.host) }
  }
}
