import TremaSupport

/// Counts columns as editors and services do, in UTF-16 code units, where findings count UTF-8
/// bytes.
///
/// A file may be one long line with thousands of findings, whose places are asked for forwards and
/// backwards: of each line so many places are kept that a column is counted from one close by.
struct SourceColumns {
  private let source: (SourceLocation) -> String?
  private var file: String?
  private var number = 0
  private var line: CountedLine?
  /// The columns that were counted in long lines, by file and number: the first of two texts with one key
  /// may be on another line than those that are compared with it.
  private var long: [String: [Int: CountedLine]] = [:]

  init(_ source: @escaping (SourceLocation) -> String?) { self.source = source }

  /// The column in UTF-16 code units, from 1.
  ///
  /// - Returns: nil when the line cannot be had or ends before the column. The byte order mark at
  ///   the start of a file is no column.
  mutating func utf16(_ position: SourcePosition, in file: String) -> Int? {
    look(file, position.line)
    guard position.column >= 1 else { return nil }
    return line?.units(before: position.column - 1).map { $0 + 1 }
  }

  private mutating func look(_ file: String, _ number: Int) {
    if self.file == file, self.number == number { return }
    if let line, line.isLong, let file = self.file { long[file, default: [:]][self.number] = line }
    (self.file, self.number) = (file, number)
    line = long[file]?.removeValue(forKey: number)
    if line != nil { return }
    line = source(SourceLocation(file: file, start: SourcePosition(line: number, column: 1)))
      .map { CountedLine($0, isFirst: number == 1) }
  }
}

/// A line of which some places are known.
private struct CountedLine {
  private typealias Place = (index: String.Index, bytes: Int, units: Int)

  /// How many bytes may lie between two places.
  private static let step = 256

  private let scalars: String.UnicodeScalarView
  /// The first scalar that begins at or behind each multiple of the step, as far as was asked.
  private var places: [Place]

  /// - Parameter isFirst: whether a byte order mark may be before it.
  init(_ line: String, isFirst: Bool) {
    scalars = line.unicodeScalars
    let mark = isFirst && scalars.first == "\u{FEFF}"
    places = [(mark ? scalars.index(after: scalars.startIndex) : scalars.startIndex, 0, 0)]
  }

  var isLong: Bool { places.count > 1 }

  /// - Returns: nil when the line has fewer bytes.
  mutating func units(before bytes: Int) -> Int? {
    // The place of a multiple of the step may lie up to three bytes behind it.
    var number = min(bytes / Self.step, places.count - 1)
    if places[number].bytes > bytes { number -= 1 }
    var place = places[number]
    while place.bytes < bytes {
      guard place.index < scalars.endIndex else { return nil }
      place.bytes += UTF8.width(scalars[place.index])
      place.units += UTF16.width(scalars[place.index])
      place.index = scalars.index(after: place.index)
      if place.bytes >= places.count * Self.step { places.append(place) }
    }
    return place.units
  }
}
