import TremaSupport

/// The line ends of a catalogue, which a merge and an import leave as they are: git shows each line whose end changes
/// as another.
enum LineEnds {
  private static let (feed, carriageReturn) = (UInt8(0x0A), UInt8(0x0D))

  /// Whether every line ends with CR LF.
  static func areReturns(in file: InputFile) throws(Diagnostic) -> Bool {
    var last: UInt8?
    var isAny = false
    let next = file.source()
    while let bytes = try next() {
      for byte in bytes {
        if byte == feed {
          guard last == carriageReturn else { return false }
          isAny = true
        }
        last = byte
      }
    }
    return isAny
  }

  /// Ends each line with CR LF that ends with LF.
  static func addReturns(to bytes: inout [UInt8]) {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + bytes.count / 32)
    for byte in bytes {
      if byte == feed, result.last != carriageReturn { result.append(carriageReturn) }
      result.append(byte)
    }
    bytes = result
  }
}
