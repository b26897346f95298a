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
    for index in record.metadata.pairs.indices {
      room += record.metadata.pairs[index].0.utf8.count + 8
      switch record.metadata.pairs[index].1 {
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
    put(level: record.level)
    if !record.label.isEmpty { put(#","label":"#, quoted: record.label) }
    put(#","msg":"#, quoted: record.message)
    let pairs = record.metadata.pairs
    // By their places: a pair of its own would be a copy of both.
    for index in pairs.indices {
      put(key: pairs[index].0)
      put(value: pairs[index].1)
    }
    put(#","file":"#, quoted: record.file)
    put(#","line":"#)
    put(record.line)
    if let task = record.task { put(#","task":"#, quoted: task) }
    put("}\n")
  }

  private mutating func put(level: LogLevel) {
    switch level {
    case .verbose: put(#"","level":"verbose""#)
    case .debug: put(#"","level":"debug""#)
    case .info: put(#"","level":"info""#)
    case .warning: put(#"","level":"warning""#)
    case .error: put(#"","level":"error""#)
    case .fatal: put(#"","level":"fatal""#)
    }
  }

  private mutating func put(key: String) {
    put(#",""#)
    let start = next
    put(bytesOf: key)
    if JSONLine.isTaken(UnsafeBufferPointer(start: start, count: next - start)) {
      put(UInt8(ascii: "_"))
    }
    put(#"":"#)
  }

  private mutating func put(value: LogValue) {
    switch value {
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
    text.withBytes { put($0) }
  }

  private mutating func put(_ text: UnsafeBufferPointer<UInt8>) {
    guard let start = text.baseAddress else { return }
    if !Self.copy(start, count: text.count, to: next) { for byte in text { look(at: byte) } }
    next += text.count
  }

  /// Copies all bytes, and looks at eight of them at a time. The last ones may be copied twice.
  ///
  /// - Returns: whether they are all ASCII that stands as it is.
  @inline(__always)
  private static func copy(
    _ text: UnsafePointer<UInt8>, count: Int, to place: UnsafeMutablePointer<UInt8>
  ) -> Bool {
    let from = UnsafeRawPointer(text)
    let to = UnsafeMutableRawPointer(place)
    func copyWord(_ offset: Int) -> UInt64 {
      let word = from.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      to.storeBytes(of: word, toByteOffset: offset, as: UInt64.self)
      return oddities(word)
    }
    if count >= 8 {
      let last = count &- 8
      var odd = copyWord(last)
      var offset = 0
      while offset < last {
        odd |= copyWord(offset)
        offset &+= 8
      }
      return odd == 0
    }
    if count >= 4 {
      let first = from.loadUnaligned(as: UInt32.self)
      let last = from.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
      to.storeBytes(of: first, as: UInt32.self)
      to.storeBytes(of: last, toByteOffset: count &- 4, as: UInt32.self)
      return oddities(UInt64(first) | UInt64(last) << 32) == 0
    }
    if count == 0 { return true }
    let (first, middle, last) = (text[0], text[count / 2], text[count &- 1])
    place[0] = first
    place[count / 2] = middle
    place[count &- 1] = last
    let word = UInt64(first) | UInt64(middle) << 8 | UInt64(last) << 16
    return oddities(word | 0x6161_6161_6100_0000) == 0
  }

  private mutating func look(at byte: UInt8) {
    let isControl = byte < 0x20 || byte == 0x7F
    let isEscaped = byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    // Controls above ASCII, and the ends of lines of JavaScript, begin with these.
    if isControl || isEscaped || byte == 0xC2 || byte == 0xE2 { isPlain = false }
  }

  /// 0 for eight bytes of ASCII that stand as they are. Each test leaves the highest bit of a byte set
  /// that fails it, or of one above it; the bytes are ASCII by then, so that nothing is carried into
  /// the next one that was in order.
  private static func oddities(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = (word ^ ones &* UInt64(UInt8(ascii: "\""))) &- ones
    let backslashes = (word ^ ones &* UInt64(UInt8(ascii: "\\"))) &- ones
    let controls = (word &- ones &* 0x20) | (word &+ ones)
    return (word | quotes | backslashes | controls) & (ones &* 0x80)
  }

  private mutating func put(_ number: some FixedWidthInteger) {
    if number < 0 { put(UInt8(ascii: "-")) }
    next += Digits.write(UInt64(number.magnitude), to: next)
  }
}
