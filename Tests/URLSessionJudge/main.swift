import Foundation
import TremaHTTP
import TremaNetworkTestSupport
import TremaURLSession

// What must not happen in the process of the tests, because it may end it. One line of JSON for each
// thing done, and one before it:
// `URLSessionJudge faults quick|endless|onTheWay SERVER whole|stream NUMBER...`
// `URLSessionJudge get SECONDS URL...`, where the deadline of all is so many seconds.

/// One line.
struct Line: Encodable {
  /// What it is about: the number of a fault, or the place of a URL.
  let number: Int
  /// Nil while it is only begun.
  var seconds: Double?
  /// What happened to a fault, where it is not what must.
  var complaint: String?
  var status: Int?
  var text: String?
  var error: String?

  func write() throws {
    try FileHandle.standardOutput.write(contentsOf: JSONEncoder().encode(self) + Data("\n".utf8))
  }
}

func happen(
  _ number: Int, _ work: (inout Line) async -> Void
) async throws {
  var line = Line(number: number)
  try line.write()
  let start = ContinuousClock.now
  await work(&line)
  let spent = (ContinuousClock.now - start).components
  line.seconds = Double(spent.seconds) + Double(spent.attoseconds) / 1e18
  try line.write()
}

let words = CommandLine.arguments
if words[1] == "faults" {
  let faults = ["quick": Fault.quick, "endless": Fault.endless, "onTheWay": Fault.onTheWay]
  let delivery =
    words[4] == "stream" ? .stream : TransportContext.Delivery.whole(limit: Fault.limit)
  for number in words.dropFirst(5).compactMap({ Int($0) }) {
    guard let fault = faults[words[2]]?[number] else { exit(2) }
    let transport = try URLSessionTransport()
    try await happen(number) { line in
      let result = await fault.happen(at: words[3], to: transport, delivery: delivery)
      line.complaint = fault.complaint(result)
    }
    await transport.close()
  }
} else {
  let transport = try URLSessionTransport()
  let deadlines = HTTPDeadlines(total: .seconds(Double(words[2]) ?? 0))
  for (number, url) in words.dropFirst(3).enumerated() {
    try await happen(number) { line in
      do throws(TransportError) {
        let response = try await transport.send(
          HTTPRequest(.get, url, deadlines: deadlines), body: .empty, context: TransportContext())
        line.status = response.status.code
        line.text = String(decoding: response.body.bytes ?? [], as: UTF8.self)
      } catch {
        line.error = "\(error.kind)"
      }
    }
  }
  await transport.close()
}
