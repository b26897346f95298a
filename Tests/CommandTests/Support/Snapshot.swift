import Foundation
import TremaTestSupport

/// The contents of a folder, hidden files too.
struct Snapshot: Equatable {
  enum Content: Equatable {
    case file([UInt8])
    case folder
    case link(String)
    case other
  }

  struct Entry: Equatable {
    var content: Content
    var permissions: Int
  }

  /// The marks by which a file that was replaced or written again differs from an untouched one.
  struct Identity: Equatable {
    var inode: Int
    var modified: Date
  }

  private(set) var entries: [String: Entry] = [:]
  private(set) var identities: [String: Identity] = [:]

  init(of folder: TemporaryFolder, _ path: String = "") throws {
    let base = folder.url.appendingPathComponent(path).path
    let manager = FileManager.default
    guard manager.fileExists(atPath: base) else { return }
    for name in try manager.subpathsOfDirectory(atPath: base) {
      let whole = "\(base)/\(name)"
      let attributes = try manager.attributesOfItem(atPath: whole)
      let content: Content =
        switch attributes[.type] as? FileAttributeType {
        case .typeDirectory?: .folder
        case .typeSymbolicLink?: .link(try manager.destinationOfSymbolicLink(atPath: whole))
        case .typeRegular?: .file([UInt8](try Data(contentsOf: URL(fileURLWithPath: whole))))
        default: .other
        }
      entries[name] = Entry(
        content: content, permissions: (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0)
      identities[name] = Identity(
        inode: (attributes[.systemFileNumber] as? NSNumber)?.intValue ?? 0,
        modified: attributes[.modificationDate] as? Date ?? .distantPast)
    }
  }

  static func == (a: Snapshot, b: Snapshot) -> Bool { a.entries == b.entries }

  var names: [String] { entries.keys.sorted() }

  /// The paths of the files, sorted.
  var files: [String] {
    entries.filter { if case .file = $0.value.content { true } else { false } }.keys.sorted()
  }

  /// Temporary files that a killed command may leave behind.
  var temporaryFiles: [String] {
    names.filter { $0.contains(".trema-") && !$0.contains("build.json") }
  }

  subscript(text name: String) -> String? {
    guard case .file(let bytes)? = entries[name]?.content else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}
