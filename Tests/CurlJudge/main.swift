import Foundation
import TremaCurl
import TremaHTTP

// One request over `CurlTransport`, in a process with variables and files of its own:
// `CurlJudge URL [proxy=system] [anchors=FILE] [beside=FILE]` prints the status and the address that
// answered, or the kind of the error.

let words = Array(CommandLine.arguments.dropFirst())
let options = Dictionary(
  words.dropFirst().map { word in
    let pair = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    return (String(pair[0]), String(pair.last ?? ""))
  }, uniquingKeysWith: { $1 })

func file(_ name: String) throws -> [UInt8]? {
  try options[name].map { [UInt8](try Data(contentsOf: URL(fileURLWithPath: $0))) }
}

var configuration = TransportConfiguration()
if options["proxy"] == "system" { configuration.proxy = .system }
if let pem = try file("anchors") { configuration.tls.trust = .anchors(pem: pem) }
if let pem = try file("beside") { configuration.tls.trust = .systemAnd(pem: pem) }
do throws(TransportError) {
  let transport = try CurlTransport(configuration)
  let response = try await transport.send(
    HTTPRequest(.get, words[0]), body: .empty, context: TransportContext())
  print(response.status.code, response.metrics?.remoteAddress ?? "")
  await transport.close()
} catch {
  print(error.kind)
}
