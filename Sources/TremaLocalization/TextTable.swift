internal import Foundation
internal import TremaLock
internal import TremaMessages

/// The texts of one `.strings` file. Read once; its messages are parsed when they are first asked
/// for with arguments, as most texts of an app never are.
final class TextTable: Sendable {
  private let texts: [String: String]
  private let messages = LockedValue<[String: Message]>([:])

  init(_ texts: [String: String]) { self.texts = texts }

  /// The text, or nil when it is missing or empty.
  func text(_ key: String) -> String? {
    guard let text = texts[key], !text.isEmpty else { return nil }
    return text
  }

  /// `text` is what stands under `key`.
  func message(_ key: String, _ text: String) -> Message {
    if let known = messages.withLock({ $0[key] }) { return known }
    // Backslashes were escapes of the file, not of the text.
    let message = Message.parse(text, backslash: .literal).message
    messages.withLock { $0[key] = message }
    return message
  }
}

extension TextTable {
  /// A file of more bytes is taken for damaged. The largest real one that we know has 2 MB.
  static let largestFile = 64 << 20

  /// What opening a file came to. A file that is absent is nothing to report; one that is there and
  /// cannot be read is.
  struct Loaded {
    var table: TextTable?
    var problem: String?
  }

  static func load(_ path: String) -> Loaded {
    let file = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    let attributes: [FileAttributeKey: Any]
    do {
      attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    } catch CocoaError.fileReadNoSuchFile, CocoaError.fileNoSuchFile {
      return Loaded()
    } catch {
      return Loaded(problem: "cannot be opened: \(error.localizedDescription)")
    }
    // A pipe or a device would keep us waiting.
    guard attributes[.type] as? FileAttributeType == .typeRegular else {
      return Loaded(problem: "is not a file")
    }
    guard let size = attributes[.size] as? Int, size <= largestFile else {
      return Loaded(problem: "is larger than \(largestFile >> 20) MiB")
    }
    do {
      let (texts, problem) = read(Array(try Data(contentsOf: file)))
      return Loaded(table: texts.map(TextTable.init), problem: problem)
    } catch {
      return Loaded(problem: "cannot be read: \(error.localizedDescription)")
    }
  }

  /// - Returns: the texts, nil when none could be read, and what is wrong with the bytes.
  static func read(_ bytes: [UInt8]) -> (texts: [String: String]?, problem: String?) {
    if bytes.starts(with: BinaryStringsReader.signature) {
      let texts = BinaryStringsReader.read(bytes)
      return (texts, texts == nil ? "is a damaged binary property list" : nil)
    }
    guard let text = utf8(bytes) else { return (nil, "is neither UTF-8 nor UTF-16 with its mark") }
    let start = text.first { $0 != 0x20 && !(0x09...0x0D).contains($0) }
    if start == UInt8(ascii: "<") { return readXML(text) }
    let (texts, failure) = StringsReader.read(text)
    return (texts, failure.map { "line \($0.line): \($0.reason); the texts after it are missing" })
  }

  /// Through Foundation, as a file in XML is rare and Foundation reads one well.
  private static func readXML(_ bytes: [UInt8]) -> (texts: [String: String]?, problem: String?) {
    // One dictionary and nothing in it but texts: what nests without end would exhaust the stack.
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.ranges(of: "<dict").count <= 1, !text.contains("<array"), !text.contains("<!ENTITY")
    else { return (nil, "holds more than texts") }
    do {
      let list = try PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
      guard let texts = list as? [String: String] else { return (nil, "holds more than texts") }
      return (texts, nil)
    } catch {
      return (nil, "cannot be read: \(error.localizedDescription)")
    }
  }

  /// The bytes as UTF-8 without a byte order mark, or nil when they are not what they claim.
  private static func utf8(_ bytes: [UInt8]) -> [UInt8]? {
    switch (bytes.first, bytes.dropFirst().first) {
    case (0xFF, 0xFE): return String(bytes: bytes, encoding: .utf16).map { Array($0.utf8) }
    case (0xFE, 0xFF): return String(bytes: bytes, encoding: .utf16).map { Array($0.utf8) }
    default:
      let body = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
      return String(bytes: body, encoding: .utf8) == nil ? nil : body
    }
  }
}
