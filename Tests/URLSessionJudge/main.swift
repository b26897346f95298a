import Foundation
import TremaHTTP
import TremaURLSession

// One request over `URLSessionTransport`, in a process of its own because some faults end it:
// `URLSessionJudge METHOD URL [body=TEXT] [total=SECONDS] [firstByte=SECONDS] [delivery=stream]`
// prints one line of JSON: `status` and `length`, or `error`, and `seconds`.

struct Outcome: Encodable {
  var status: Int?
  var length: Int?
  var error: String?
  var seconds: Double
}

let words = Array(CommandLine.arguments.dropFirst())
let options = Dictionary(
  words.dropFirst(2).map { word in
    let pair = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    return (String(pair[0]), String(pair.last ?? ""))
  }, uniquingKeysWith: { $1 })
let start = ContinuousClock.now
func outcome(_ status: Int?, _ length: Int?, _ error: TransportError?) -> Outcome {
  let spent = (ContinuousClock.now - start).components
  return Outcome(
    status: status, length: length, error: error.map { "\($0.kind)" },
    seconds: Double(spent.seconds) + Double(spent.attoseconds) / 1e18)
}

func seconds(_ name: String) -> Duration? {
  options[name].flatMap(Double.init).map { .seconds($0) }
}

let result: Outcome
do throws(TransportError) {
  let transport = try URLSessionTransport()
  var deadlines = HTTPDeadlines(total: seconds("total"))
  if let first = seconds("firstByte") { deadlines.firstByte = first }
  let method: HTTPMethod
  do throws(HTTPSyntaxError) {
    method = try HTTPMethod(words[0])
  } catch {
    throw TransportError(.invalidRequest(error))
  }
  let response = try await transport.send(
    HTTPRequest(method, words[1], deadlines: deadlines),
    body: options["body"].map { .bytes(Array($0.utf8)) } ?? .empty,
    context: TransportContext(
      delivery: options["delivery"] == "stream" ? .stream : .whole(limit: 1 << 26)))
  let body = try await response.body.collect(upTo: 1 << 30)
  result = outcome(response.status.code, body.count, nil)
  await transport.close()
} catch {
  result = outcome(nil, nil, error)
}
print(String(decoding: try JSONEncoder().encode(result), as: UTF8.self))
