import Foundation
import TremaHTTP
import TremaTestSupport

/// Sends requests with the command `curl`, all of them in one process.
struct CurlCommand {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let folder: TemporaryFolder
  private var script: [String] = []
  private var requests: [TracedRequest] = []

  init(_ folder: TemporaryFolder) { self.folder = folder }

  mutating func add(_ request: TracedRequest, to server: String) {
    if !requests.isEmpty { script.append("next") }
    requests.append(request)
    script += ["silent", "globoff", "path-as-is", "noproxy = \"*\"", "max-time = 60"]
    script += ["url = \(quoted(server + request.target))"]
    script += ["output = \"\(request.number).body\"", "dump-header = \"\(request.number).head\""]
    if request.method == .head {
      script.append("head")
    } else {
      script.append("request = \(request.method.name)")
    }
    if request.isDecoded {
      script += ["compressed", "header = \"Accept-Encoding: gzip, deflate\""]
    }
    for field in request.fields {
      script.append("header = \(quoted("\(field.name): \(field.value)"))")
    }
    // The fields that curl adds by itself.
    for name in [HTTPFields.Name.accept, .userAgent, .contentType, .expect]
    where !request.fields.contains(name) {
      script.append("header = \"\(name):\"")
    }
    let saysLength: [HTTPMethod] = [.post, .put, .patch]
    if !request.content.isEmpty {
      script.append("data-binary = \"@\(request.number).content\"")
      if request.body == .stream(isLengthKnown: false) {
        script.append("header = \"Transfer-Encoding: chunked\"")
      }
    } else if saysLength.contains(request.method) || request.body == .bytes {
      script.append("data = \"\"")
    }
  }

  /// - Returns: The responses, in the order of the requests.
  func run() throws -> [Trace] {
    let verdict = try Judge(name: "curl", package: "curl").run(
      ["--disable", "--config", "-"], input: Array(script.joined(separator: "\n").utf8), in: folder)
    guard verdict.status == 0 else {
      throw Failure(description: "curl ended with \(verdict.status): \(verdict.complaint)")
    }
    return try requests.map { request in
      let lines = String(decoding: try folder.read("\(request.number).head"), as: UTF8.self)
        .components(separatedBy: "\r\n").filter { !$0.isEmpty }
      var fields = HTTPFields()
      for line in lines.dropFirst() {
        guard let colon = line.firstIndex(of: ":") else { continue }
        let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        fields.append(HTTPFields.Name(String(line[..<colon])), value)
      }
      let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
      // If there is no body, curl makes no file.
      let body = (try? folder.read("\(request.number).body")) ?? []
      return try Trace(status ?? 0, fields, request.method == .head ? [] : body)
    }
  }

  private func quoted(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }
}
