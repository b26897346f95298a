import Networking
import TremaHTTP

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// `CookieJudge FILE`: two concurrent writers write a file of cookies until the process is killed.
// All cookies of one file have the same value, which differs for each writer.

let path = CommandLine.arguments[1]

@Sendable func write(as writer: String) async throws {
  let jar = CookieJar()
  var fields = HTTPFields()
  for index in 0..<40 {
    fields.append(.setCookie, "cookie\(index)=\(writer); Max-Age=100000")
  }
  jar.store(fields, from: "https://example.com/")
  let cookies = jar.cookies()
  // The loop ends by itself if the process is not killed.
  for _ in 0..<20_000 { try CookieFile(path).write(cookies) }
}

try await withThrowingTaskGroup(of: Void.self) { group in
  for writer in 0..<2 { group.addTask { try await write(as: "\(getpid())-\(writer)") } }
  try await group.waitForAll()
}
