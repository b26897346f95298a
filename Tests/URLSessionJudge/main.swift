import Foundation
import TremaHTTP
import TremaNetworkTestSupport
import TremaURLSession

// Requests that must not run in the process of the tests, because they may end it. One line of JSON
// for each result, and one before it:
// `URLSessionJudge faults quick|endless|onTheWay SERVER whole|stream NUMBER...`
// `URLSessionJudge get SECONDS URL...`, where SECONDS is the total deadline.

/// One line of the output.
struct Line: Encodable {
  /// The number of a fault, or the index of a URL.
  let number: Int
  /// The duration; nil at the beginning.
  var seconds: Double?
  /// The difference from the required result of a fault; nil if there is none.
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
