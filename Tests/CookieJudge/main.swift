import Networking
import TremaHTTP

// `CookieJudge FILE`: two writers at once write files of cookies until this is killed. All cookies of
// one file have the same value.

let path = CommandLine.arguments[1]

@Sendable func write(from first: Int) async throws {
  for number in stride(from: first, to: .max, by: 2) {
    let jar = CookieJar()
    var fields = HTTPFields()
    for index in 0..<150 {
      fields.append(.setCookie, "cookie\(index)=\(number); Max-Age=100000")
    }
    jar.read(fields, from: "https://example.com/")
    try CookieFile(path).write(jar.cookies())
  }
}

try await withThrowingTaskGroup(of: Void.self) { group in
  for first in 0..<2 { group.addTask { try await write(from: first) } }
  try await group.waitForAll()
}
