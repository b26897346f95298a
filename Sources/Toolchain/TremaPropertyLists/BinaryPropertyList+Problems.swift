import TremaSupport

/// The problems of a binary property list. The format has no lines, so that every message names the
/// offset of a byte, counted from 0 as hex editors do.
extension BinaryPropertyList {
  /// Returns a diagnostic whose message begins with an offset.
  ///
  /// - Parameter hint: `nil` for the advice to convert the file again.
  private func problem(_ message: String, at offset: Int, hint: String? = nil) -> Diagnostic {
    .unreadable(
      "byte \(offset): \(message)", file: file, at: .start,
      hint: hint ?? "the file is damaged; make it again with plutil -convert binary1")
  }

  /// Describes a header other than `bplist00`, which is quoted if it is printable.
  func unknownVersion() -> Diagnostic {
    let name =
      bytes.prefix(8).allSatisfy { (0x20...0x7E).contains($0) }
      ? " '\(String(decoding: bytes.prefix(8), as: UTF8.self))'" : ""
    return problem(
      "a binary property list of an unknown version\(name)", at: 0,
      hint: "only 'bplist00' is read; convert it with plutil -convert xml1")
  }

  /// Describes a file that is smaller than header, trailer, one object and one offset.
  func truncated() -> Diagnostic {
    problem(
      "the binary property list is cut short: the smallest has 42 bytes", at: bytes.count)
  }

  /// Describes an invalid value in the trailer. The trailer is the end of a complete file, so that
  /// a file that is cut short has other bytes there.
  private func badEnd(_ message: String, at offset: Int) -> Diagnostic {
    problem("the binary property list is cut short or damaged: \(message)", at: offset)
  }

  /// Describes a size of an offset or of a reference that is not 1 to 8.
  func badSize(_ field: String, at offset: Int) -> Diagnostic {
    badEnd("the size of \(field) is \(bytes[offset]), not 1 to 8 bytes", at: offset)
  }

  func badTable(at offset: Int) -> Diagnostic {
    badEnd("the table of objects is outside the file", at: offset)
  }

  func badCount(at offset: Int) -> Diagnostic {
    badEnd("the number of objects does not fit the table", at: offset)
  }

  /// Describes a reference that exceeds the number of objects.
  func badReference(at offset: Int) -> Diagnostic {
    problem("a reference to an object beyond the last one (there are \(count))", at: offset)
  }

  /// Describes an offset in the table that is not between the header and the table.
  func badOffset(of object: Int, at offset: Int) -> Diagnostic {
    problem("the offset of object \(object) is outside the objects", at: offset)
  }

  /// Describes a container that refers to itself, directly or through others.
  ///
  /// - Parameters:
  ///   - offset: The offset of the reference.
  ///   - start: The offset of the container.
  func cycle(at offset: Int, _ start: Int) -> Diagnostic {
    problem("the object at byte \(start) contains itself", at: offset)
  }

  func badKey(_ key: PropertyList, at offset: Int) -> Diagnostic {
    problem(
      "a key of a dictionary is \(key.kind)", at: offset, hint: "keys of property lists are strings"
    )
  }

  /// Describes an object of a kind that only archives and private formats use.
  func disallowedObject(_ kind: String, at offset: Int) -> Diagnostic {
    problem(
      "\(kind) is not allowed in a property list", at: offset,
      hint: "remove it; only archives and private formats use it")
  }

  /// Describes a marker without a defined meaning.
  func unknownKind(at offset: Int) -> Diagnostic {
    let digits = String(bytes[offset], radix: 16, uppercase: true)
    return problem(
      "0x\(digits.count == 1 ? "0" : "")\(digits) is not the start of an object", at: offset)
  }

  /// Describes an object that overlaps the table of offsets.
  func overlapsOffsetTable(at offset: Int) -> Diagnostic {
    problem("this object overlaps the table of objects", at: offset)
  }

  /// Describes a length that is not an integer object, or that does not fit into an `Int`.
  func badLength(at offset: Int) -> Diagnostic {
    problem("the length of an object is invalid", at: offset)
  }

  func integerTooLarge(at offset: Int) -> Diagnostic {
    problem(
      "an integer outside -2^63 to 2^64 - 1", at: offset,
      hint: "write it as a real number or a string")
  }

  func badDate(at offset: Int) -> Diagnostic {
    problem(
      "a date outside the years 1 to 9999", at: offset,
      hint: "write another date; other property list formats cannot represent it")
  }

  func badString(_ encoding: String, at offset: Int) -> Diagnostic {
    problem("this string is not \(encoding)", at: offset)
  }

  /// Describes values that exceed the limit of the caller or the budget for the size of the file.
  /// Only the latter means that objects are repeated.
  func tooManyValues(at offset: Int) -> Diagnostic {
    if budget == limits.values {
      return .tooManyValues(limits, file: file, at: .start, prefix: "byte \(offset): ")
    }
    return .unreadable(
      "byte \(offset): more than \(budget) values in \(bytes.count) bytes", code: "size-limit",
      file: file, at: .start,
      hint: "it repeats the same arrays; the limit protects against hostile files")
  }

  /// Describes containers that exceed the maximum depth.
  func tooDeep(at offset: Int) -> Diagnostic {
    .tooDeep(limits, file: file, at: .start, prefix: "byte \(offset): ")
  }
}
