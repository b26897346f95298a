import TremaSupport

/// The line terminators of catalogs. Merges and imports keep them, because Git shows every line
/// with a different terminator as changed.
enum LineEnds {
  /// The bytes of a line feed and a carriage return.
  private static let (feed, carriageReturn) = (UInt8(0x0A), UInt8(0x0D))

  /// Returns whether the file has lines and all of them end with CR LF.
  static func usesCRLF(in file: InputFile) throws(Diagnostic) -> Bool {
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

  /// Replaces the LF at the end of each line with CR LF, unless it is already preceded by CR.
  static func addCarriageReturns(to bytes: inout [UInt8]) {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + bytes.count / 32)
    for byte in bytes {
      if byte == feed, result.last != carriageReturn { result.append(carriageReturn) }
      result.append(byte)
    }
    bytes = result
  }
}
