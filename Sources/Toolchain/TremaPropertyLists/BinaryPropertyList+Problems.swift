import TremaSupport

/// The format has no lines, so every message contains a byte offset, counted from 0 as in hex
/// editors.
extension BinaryPropertyList {
  /// Returns a diagnostic whose message starts with an offset.
  ///
  /// - Parameter hint: The hint, or `nil` for the hint to convert the file again.
  private func problem(_ message: String, at offset: Int, hint: String? = nil) -> Diagnostic {
    .unreadablePropertyList(
      "byte \(offset): \(message)", file: file, at: .start,
      hint: hint ?? "recreate it with plutil -convert binary1; the file is damaged")
  }

  /// Returns the diagnostic for a header other than `bplist00`, which is quoted if it is printable.
  func unknownVersion() -> Diagnostic {
    let name =
      bytes.prefix(8).allSatisfy { (0x20...0x7E).contains($0) }
      ? " '\(String(decoding: bytes.prefix(8), as: UTF8.self))'" : ""
    return problem(
      "unknown binary property list version\(name)", at: 0,
      hint: "convert it with plutil -convert xml1; only 'bplist00' is supported")
  }

  /// Returns the diagnostic for a file that is too small for a header, a trailer, one object and
  /// one offset.
  func truncatedFile() -> Diagnostic {
    problem(
      "the binary property list is truncated: it must have at least 42 bytes", at: bytes.count)
  }

  /// Returns the diagnostic for an invalid value in the trailer. The trailer is the end of a
  /// complete file, so a truncated file has unrelated bytes in its place.
  private func invalidTrailer(_ message: String, at offset: Int) -> Diagnostic {
    problem("the binary property list is truncated or damaged: \(message)", at: offset)
  }

  /// Returns the diagnostic for an offset size or reference size that is not between 1 and 8.
  func invalidSize(_ field: String, at offset: Int) -> Diagnostic {
    invalidTrailer("the size of \(field) must be 1 to 8 bytes, not \(bytes[offset])", at: offset)
  }

  func invalidOffsetTable(at offset: Int) -> Diagnostic {
    invalidTrailer("the offset table is outside the file", at: offset)
  }

  func invalidCount(at offset: Int) -> Diagnostic {
    invalidTrailer("the number of objects does not match the offset table", at: offset)
  }

  /// Returns the diagnostic for a reference that exceeds the number of objects.
  func invalidReference(at offset: Int) -> Diagnostic {
    problem(
      "an object reference is out of range (the file has \(counted(count, "object")))", at: offset)
  }

  /// Returns the diagnostic for an offset in the table that is not between the header and the
  /// table.
  func invalidOffset(of object: Int, at offset: Int) -> Diagnostic {
    problem("the offset of object \(object) is out of range", at: offset)
  }

  /// Returns the diagnostic for a container that refers to itself, directly or indirectly.
  ///
  /// - Parameters:
  ///   - offset: The offset of the reference.
  ///   - start: The offset of the container.
  func cycle(at offset: Int, _ start: Int) -> Diagnostic {
    problem("the object at byte \(start) contains itself", at: offset)
  }

  func invalidKey(_ key: PropertyList, at offset: Int) -> Diagnostic {
    problem(
      "a dictionary key must be a string, not \(key.kind)", at: offset,
      hint: "replace the key with a string")
  }

  /// Returns the diagnostic for an object of a kind that only archives and private formats use.
  func disallowedObject(_ kind: String, at offset: Int) -> Diagnostic {
    problem(
      "\(kind) is not allowed in a property list", at: offset,
      hint: "remove it; only archives and private formats use it")
  }

  /// Returns the diagnostic for a marker without a defined meaning.
  func unknownKind(at offset: Int) -> Diagnostic {
    let digits = String(bytes[offset], radix: 16, uppercase: true)
    return problem(
      "0x\(digits.count == 1 ? "0" : "")\(digits) is not a valid object marker", at: offset)
  }

  /// Returns the diagnostic for an object that overlaps the offset table.
  func offsetTableOverlap(at offset: Int) -> Diagnostic {
    problem("an object overlaps the offset table", at: offset)
  }

  /// Returns the diagnostic for a length that is not an integer object or does not fit into an
  /// `Int`.
  func invalidLength(at offset: Int) -> Diagnostic {
    problem("an object's length is invalid", at: offset)
  }

  func integerTooLarge(at offset: Int) -> Diagnostic {
    problem(
      "an integer is not between -2^63 and 2^64 - 1", at: offset,
      hint: "store it as a real number or a string")
  }

  func invalidDate(at offset: Int) -> Diagnostic {
    problem(
      "a date is outside the years 1 to 9999", at: offset,
      hint: "use a date in this range; other property list formats cannot represent it")
  }

  func invalidString(_ encoding: String, at offset: Int) -> Diagnostic {
    problem("a string is not valid \(encoding)", at: offset)
  }

  /// Returns the diagnostic for values that exceed the caller's limit or the budget for the file's
  /// size. Only the latter indicates that objects are repeated.
  func tooManyValues(at offset: Int) -> Diagnostic {
    if budget == limits.values {
      return .tooManyValues(limits, file: file, at: .start, prefix: "byte \(offset): ")
    }
    return .unreadablePropertyList(
      "byte \(offset): \(bytes.count) bytes contain more than \(budget) values",
      code: "size-limit", file: file, at: .start,
      hint: "remove repeated arrays; the limit protects against malicious files")
  }

  /// Returns the diagnostic for containers that exceed the maximum depth.
  func excessiveDepth(at offset: Int) -> Diagnostic {
    .excessiveDepth(limits, file: file, at: .start, prefix: "byte \(offset): ")
  }
}
