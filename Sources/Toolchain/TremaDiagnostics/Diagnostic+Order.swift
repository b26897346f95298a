import TremaSupport

extension Diagnostic {
  /// Returns whether the first diagnostic precedes the second in a report.
  ///
  /// Diagnostics are ordered by file, position, severity (the most severe first), code and message.
  /// Summaries of omitted findings follow the other findings for their file.
  package static func areInReadingOrder(_ a: Diagnostic, _ b: Diagnostic) -> Bool {
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

  /// Returns whether the first string precedes the second in natural order, which compares runs of
  /// digits as numbers: the cell `D2` is before `D10`.
  private static func isNaturallyBefore(_ a: String, _ b: String) -> Bool {
    var (textA, textB) = (a, b)
    let order = textA.withUTF8 { bytesA in
      textB.withUTF8 { naturalOrder(bytesA, bytesB: $0) }
    }
    // If the strings differ only in leading zeros, they are ordered by bytes.
    return order ?? (a < b)
  }

  private typealias Bytes = UnsafeBufferPointer<UInt8>

  /// Compares strings in natural order: runs of digits as numbers, and everything else as bytes.
  ///
  /// - Returns: Whether the first string precedes the second, or `nil` if they are equal except for
  ///   leading zeros.
  private static func naturalOrder(_ bytesA: Bytes, bytesB: Bytes) -> Bool? {
    func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    // Messages at the same position tend to start with the same words, so the common prefix is
    // skipped. If it ends inside a run of digits, the whole run is compared.
    var start = 0
    while start < bytesA.count, start < bytesB.count, bytesA[start] == bytesB[start] { start += 1 }
    while start > 0, isDigit(bytesA[start - 1]) { start -= 1 }
    var (remainderA, remainderB) = (bytesA[start...], bytesB[start...])
    while let first = remainderA.first, let other = remainderB.first {
      guard isDigit(first), isDigit(other) else {
        if first != other { return first < other }
        (remainderA, remainderB) = (remainderA.dropFirst(), remainderB.dropFirst())
        continue
      }
      let numbers = (remainderA.prefix(while: isDigit), remainderB.prefix(while: isDigit))
      // Without leading zeros, the number with more digits is greater.
      let digits = (
        numbers.0.drop { $0 == UInt8(ascii: "0") }, numbers.1.drop { $0 == UInt8(ascii: "0") }
      )
      if digits.0.count != digits.1.count { return digits.0.count < digits.1.count }
      if !digits.0.elementsEqual(digits.1) { return digits.0.lexicographicallyPrecedes(digits.1) }
      (remainderA, remainderB) = (
        remainderA.dropFirst(numbers.0.count), remainderB.dropFirst(numbers.1.count)
      )
    }
    return remainderA.isEmpty && remainderB.isEmpty ? nil : remainderA.isEmpty
  }
}

extension [Diagnostic] {
  /// Returns the diagnostics in the order of a report.
  ///
  /// The sort is stable: diagnostics that compare equal keep their order.
  package func inReadingOrder() -> [Diagnostic] {
    // A catalog can have tens of thousands of findings, which are expensive to move and compare.
    // Small sort keys are sorted instead, and each finding is moved once.
    let keys = sortKeys()
    let order = keys.sorted { a, b in
      if a.file != b.file { return a.file < b.file }
      if a.isSummary != b.isSummary { return b.isSummary }
      if a.start != b.start { return a.start < b.start }
      if Diagnostic.areInReadingOrder(self[a.index], self[b.index]) { return true }
      return a.index < b.index && !Diagnostic.areInReadingOrder(self[b.index], self[a.index])
    }
    return zip(order, indices).allSatisfy { $0.index == $1 } ? self : order.map { self[$0.index] }
  }

  /// The sort key of a diagnostic.
  private struct SortKey {
    /// The rank of the file name among all file names in ascending order.
    var file: Int
    /// Whether the diagnostic is a summary of omitted findings.
    let isSummary: Bool
    /// The start of the location. A diagnostic without a location is sorted to the start of the
    /// file.
    let start: SourcePosition
    /// The index of the diagnostic in the array.
    let index: Int
  }

  /// Returns the sort keys of all diagnostics, in array order.
  ///
  /// File names are compared once per distinct name rather than once per pair of diagnostics.
  private func sortKeys() -> [SortKey] {
    var numbers: [String: Int] = [:]
    var (last, lastNumber) = ("", -1)
    var keys: [SortKey] = []
    keys.reserveCapacity(count)
    for index in indices {
      let file = self[index].location?.file ?? ""
      // Successive findings are usually in the same file, which avoids most lookups.
      if lastNumber < 0 || file != last {
        (last, lastNumber) = (file, numbers[file, default: numbers.count])
        numbers[file] = lastNumber
      }
      keys.append(
        SortKey(
          file: lastNumber, isSummary: self[index].omitted > 0,
          start: self[index].location?.start ?? .start, index: index))
    }
    // Up to here, `file` is the file's order of first appearance. If there are multiple files, it
    // is replaced with the rank.
    if numbers.count < 2 { return keys }
    var ranks = Array<Int>(repeating: 0, count: numbers.count)
    for (rank, file) in numbers.keys.sorted().enumerated() {
      if let number = numbers[file] { ranks[number] = rank }
    }
    for index in keys.indices { keys[index].file = ranks[keys[index].file] }
    return keys
  }
}
