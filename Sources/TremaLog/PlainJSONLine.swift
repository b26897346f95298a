import TremaSecrets

/// The same line as ``JSONLine``, of records in which nothing is to be escaped, cut or nested: of
/// nearly all. How long it may become is known before, so that all parts are put one after the other
/// without asking for room; a line costs half of what it costs otherwise.
struct PlainJSONLine {
  private var next: UnsafeMutablePointer<UInt8>
  private var isPlain = true

  /// - Returns: false, with nothing appended, for a record that ``JSONLine`` has to write.
  static func append(_ record: LogRecord, to bytes: inout [UInt8]) -> Bool {
    guard let room = room(for: record), room <= JSONLine.limit else { return false }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: room) { text in
      guard let start = text.baseAddress else { return false }
      var line = PlainJSONLine(next: start)
      line.put(record)
      guard line.isPlain else { return false }
      bytes.append(contentsOf: UnsafeBufferPointer(start: start, count: line.next - start))
      return true
    }
  }

  /// The most bytes that the line takes; nil where there are kinds of values that are not plain.
  private static func room(for record: LogRecord) -> Int? {
    // Braces, names and signs, the time, the level and the number of a line.
    var room = 160 + record.label.utf8.count + record.message.utf8.count
    room += record.file.utf8.count + (record.task?.utf8.count ?? 0)
    for field in record.metadata.fields {
      room += field.key.utf8.count + 8
      switch field.value {
      case .string(let text): room += text.utf8.count
      case .integer, .unsigned, .boolean: room += 20
      case .redacted: room += redactionMask.utf8.count
      case .real, .array, .dictionary: return nil
      }
    }
    return room
  }

  private mutating func put(_ record: LogRecord) {
    put(#"{"ts":""#)
    record.time.write(to: next)
    next += LogTime.length
    put(#"","level":""#)
    put(bytesOf: record.level.description)
    put(UInt8(ascii: "\""))
    if !record.label.isEmpty { put(#","label":"#, quoted: record.label) }
    put(#","msg":"#, quoted: record.message)
    for field in record.metadata.fields { put(field) }
    put(#","file":"#, quoted: record.file)
    put(#","line":"#)
    put(record.line)
    if let task = record.task { put(#","task":"#, quoted: task) }
    put("}\n")
  }

  private mutating func put(_ field: LogMetadata.Field) {
    put(#",""#)
    var key = field.key
    let isTaken = key.withUTF8 { key in
      put(key)
      return JSONLine.isTaken(key)
    }
    if isTaken { put(UInt8(ascii: "_")) }
    put(#"":"#)
    switch field.value {
    case .string(let text): put("", quoted: text)
    case .integer(let number): put(number)
    case .unsigned(let number): put(number)
    case .boolean(let claim): put(claim ? "true" : "false")
    case .redacted: put("", quoted: redactionMask)
    case .real, .array, .dictionary: isPlain = false
    }
  }

  private mutating func put(_ byte: UInt8) {
    next.initialize(to: byte)
    next += 1
  }

  @inline(__always)
  private mutating func put(_ text: StaticString) {
    next.initialize(from: text.utf8Start, count: text.utf8CodeUnitCount)
    next += text.utf8CodeUnitCount
  }

  @inline(__always)
  private mutating func put(_ name: StaticString, quoted text: String) {
    put(name)
    put(UInt8(ascii: "\""))
    put(bytesOf: text)
    put(UInt8(ascii: "\""))
  }

  private mutating func put(bytesOf text: String) {
    var text = text
    text.withUTF8 { put($0) }
  }

  private mutating func put(_ text: UnsafeBufferPointer<UInt8>) {
    guard let start = text.baseAddress else { return }
    next.initialize(from: start, count: text.count)
    next += text.count
    guard text.count >= 8 else {
      for byte in text { look(at: byte) }
      return
    }
    for place in stride(from: 0, to: text.count - 8, by: 8) { look(atEightFrom: start + place) }
    // The last ones, of which some have been looked at.
    look(atEightFrom: start + (text.count - 8))
  }

  @inline(__always)
  private mutating func look(atEightFrom start: UnsafePointer<UInt8>) {
    let word = UnsafeRawPointer(start).loadUnaligned(as: UInt64.self)
    if !Self.isPlain(word) { for place in 0..<8 { look(at: start[place]) } }
  }

  private mutating func look(at byte: UInt8) {
    let isControl = byte < 0x20 || byte == 0x7F
    let isEscaped = byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    // Controls above ASCII, and the ends of lines of JavaScript, begin with these.
    if isControl || isEscaped || byte == 0xC2 || byte == 0xE2 { isPlain = false }
  }

  /// Whether eight bytes are all ASCII that stands as it is. Each test leaves the highest bit of a byte
  /// set that fails it, or of one above it; the bytes are ASCII by then, so that nothing is carried
  /// into the next one that was in order.
  private static func isPlain(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = (word ^ ones &* UInt64(UInt8(ascii: "\""))) &- ones
    let backslashes = (word ^ ones &* UInt64(UInt8(ascii: "\\"))) &- ones
    let controls = (word &- ones &* 0x20) | (word &+ ones)
    return (word | quotes | backslashes | controls) & (ones &* 0x80) == 0
  }

  private mutating func put(_ number: some FixedWidthInteger) {
    if number < 0 { put(UInt8(ascii: "-")) }
    let magnitude = UInt64(number.magnitude)
    var (count, rest) = (1, magnitude)
    while rest >= 10 { (count, rest) = (count + 1, rest / 10) }
    rest = magnitude
    for place in stride(from: count - 1, through: 0, by: -1) {
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      (next + place).initialize(to: UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit))
      rest = quotient
    }
    next += count
  }
}
