import Foundation
import Networking
import TremaHTTP
import TremaTestSupport

/// A form as two independent parsers read it.
struct ParsedForm {
  struct Part: Decodable, Hashable {
    var name: String
    var fileName: String?
    var type: String?
    var length: Int
    /// SHA-256 of the content.
    var digest: String

    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      name = try list.decode(String.self)
      fileName = try list.decode(String?.self)
      type = try list.decode(String?.self)
      length = try list.decode(Int.self)
      digest = try list.decode(String.self)
    }
  }

  struct Refused: Error, CustomStringConvertible { let description: String }

  /// Texts first, then files.
  let werkzeug: [Part]
  /// The parts in the order of the form.
  let pythonMultipart: [Part]

  /// Writes the form to a file as it is sent, and has it parsed.
  init(_ form: MultipartForm) async throws {
    let folder = try TemporaryFolder()
    try folder.write([], to: "form")
    let file = try FileHandle(forWritingTo: folder.url.appendingPathComponent("form"))
    guard let open = try await form.body().opened() else {
      throw Refused(description: "there is no body")
    }
    var count: Int64 = 0
    while let piece = try await open.source.next() {
      try file.write(contentsOf: Data(piece))
      count += Int64(piece.count)
    }
    try file.close()
    guard open.length == nil || open.length == count else {
      throw Refused(description: "\(count) bytes are not the length that was declared")
    }
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Judges/parse_form.py").path
    let verdict = try Judge.environmentPython.run(
      [script, folder.path + "/form", form.contentType])
    let lines = verdict.text.split(separator: "\n")
    guard verdict.status == 0, lines.count == 2 else {
      throw Refused(description: verdict.complaint)
    }
    werkzeug = try JSONDecoder().decode([Part].self, from: Data(lines[0].utf8))
    pythonMultipart = try JSONDecoder().decode([Part].self, from: Data(lines[1].utf8))
  }
}
