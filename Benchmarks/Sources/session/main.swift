import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// session URL COUNT LENGTH: sends COUNT requests with URLSession, one after the other, and exits
// with 0 if all responses have the status 200 and LENGTH bytes. A separate executable, because it
// links large libraries.

let arguments = CommandLine.arguments
guard arguments.count == 4, let url = URL(string: arguments[1]), let count = Int(arguments[2]),
  let length = Int(arguments[3])
else {
  print("usage: session URL COUNT LENGTH")
  exit(2)
}
let session = URLSession(configuration: .ephemeral)
for _ in 0..<count {
  let (data, response) = try await session.data(from: url)
  guard (response as? HTTPURLResponse)?.statusCode == 200, data.count == length else { exit(1) }
}
