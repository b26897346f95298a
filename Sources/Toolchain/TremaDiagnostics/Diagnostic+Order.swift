import TremaSupport

extension Diagnostic {
  /// The order of a report: by file, then position, then severity and code. What means findings
  /// that are not told is at the end of its file.
  package static func inReadingOrder(_ a: Diagnostic, _ b: Diagnostic) -> Bool {
    let (fileA, fileB) = (a.location?.file ?? "", b.location?.file ?? "")
    if fileA != fileB { return fileA < fileB }
    if (a.omitted > 0) != (b.omitted > 0) { return b.omitted > 0 }
    let startA = a.location?.start ?? .start
    let startB = b.location?.start ?? .start
    if startA != startB { return startA < startB }
    if a.severity != b.severity { return a.severity > b.severity }
    if a.code != b.code { return a.code < b.code }
    return isNaturallyBefore(a.message, b.message)
  }

  /// Numbers in a text count as numbers: the cell `D2` comes before `D10`.
  private static func isNaturallyBefore(_ a: String, _ b: String) -> Bool {
    var (textA, textB) = (a, b)
    let order = textA.withUTF8 { bytesA in
      textB.withUTF8 { naturalOrder(bytesA, bytesB: $0) }
    }
    // Of equal ones that differ in leading zeros the bytes decide.
    return order ?? (a < b)
  }

  private typealias Bytes = UnsafeBufferPointer<UInt8>

  /// - Returns: whether the first is before the second; nil where that is for their bytes to say.
  private static func naturalOrder(_ bytesA: Bytes, bytesB: Bytes) -> Bool? {
    func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    // Findings at one place begin with the same words.
    var start = 0
    while start < bytesA.count, start < bytesB.count, bytesA[start] == bytesB[start] { start += 1 }
    while start > 0, isDigit(bytesA[start - 1]) { start -= 1 }
    var (restA, restB) = (bytesA[start...], bytesB[start...])
    while let first = restA.first, let other = restB.first {
      guard isDigit(first), isDigit(other) else {
        if first != other { return first < other }
        (restA, restB) = (restA.dropFirst(), restB.dropFirst())
        continue
      }
      let numbers = (restA.prefix(while: isDigit), restB.prefix(while: isDigit))
      let digits = (
        numbers.0.drop { $0 == UInt8(ascii: "0") }, numbers.1.drop { $0 == UInt8(ascii: "0") }
      )
      if digits.0.count != digits.1.count { return digits.0.count < digits.1.count }
      if !digits.0.elementsEqual(digits.1) { return digits.0.lexicographicallyPrecedes(digits.1) }
      (restA, restB) = (restA.dropFirst(numbers.0.count), restB.dropFirst(numbers.1.count))
    }
    return restA.isEmpty && restB.isEmpty ? nil : restA.isEmpty
  }
}

extension [Diagnostic] {
  /// The findings in the order of a report, those that come first among equal ones first.
  package func inReadingOrder() -> [Diagnostic] {
    // A catalogue may have tens of thousands, and a finding is large to move and slow to compare, so
    // that small places are sorted.
    let places = places()
    let order = places.sorted { a, b in
      if a.file != b.file { return a.file < b.file }
      if a.isRest != b.isRest { return b.isRest }
      if a.start != b.start { return a.start < b.start }
      if Diagnostic.inReadingOrder(self[a.index], self[b.index]) { return true }
      return a.index < b.index && !Diagnostic.inReadingOrder(self[b.index], self[a.index])
    }
    return zip(order, indices).allSatisfy { $0.index == $1 } ? self : order.map { self[$0.index] }
  }

  private struct Place {
    /// Which of the names of files, in their order.
    var file: Int
    let isRest: Bool
    let start: SourcePosition
    let index: Int
  }

  private func places() -> [Place] {
    var numbers: [String: Int] = [:]
    var (last, lastNumber) = ("", -1)
    var places: [Place] = []
    places.reserveCapacity(count)
    for index in indices {
      let file = self[index].location?.file ?? ""
      if lastNumber < 0 || file != last {
        (last, lastNumber) = (file, numbers[file, default: numbers.count])
        numbers[file] = lastNumber
      }
      places.append(
        Place(
          file: lastNumber, isRest: self[index].omitted > 0,
          start: self[index].location?.start ?? .start, index: index))
    }
    if numbers.count < 2 { return places }
    var ranks = Array<Int>(repeating: 0, count: numbers.count)
    for (rank, file) in numbers.keys.sorted().enumerated() {
      if let number = numbers[file] { ranks[number] = rank }
    }
    for index in places.indices { places[index].file = ranks[places[index].file] }
    return places
  }
}
