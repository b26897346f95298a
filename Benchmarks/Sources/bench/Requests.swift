import Foundation

/// Requests to nginx on this machine, in a process of its own each way.
struct Requests {
  let tool: String
  /// The words before each command.
  private let prefix: [String]
  private let session: String
  private let server: Process
  private let folder: URL
  private let port: Int
  /// The length of the response to small requests, and of the large file.
  private let small = 200
  private let large = 1 << 30

  /// - Parameters:
  ///   - tool: the path of `request`.
  ///   - session: the path of `session`.
  ///   - nginx: the path of the server.
  ///   - prefix: what is before it and before `request`.
  init(tool: String, session: String, nginx: String, prefix: [String] = []) throws {
    self.tool = tool
    self.prefix = prefix
    self.session = session
    folder = FileManager.default.temporaryDirectory.appending(path: "bench-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(repeating: 0x61, count: small).write(to: folder.appending(path: "small"))
    try Data(repeating: 0x61, count: small).write(to: folder.appending(path: "small-to-keep"))
    try Data().write(to: folder.appending(path: "large"))
    let file = try FileHandle(forWritingTo: folder.appending(path: "large"))
    try file.truncate(atOffset: UInt64(large))
    try file.close()
    port = try Self.freePort()
    let settings = """
      daemon off; worker_processes 1; pid nginx.pid; error_log stderr crit;
      events { worker_connections 512; }
      http {
        access_log off; keepalive_requests 1000000; sendfile on;
        client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
        uwsgi_temp_path uwsgi; scgi_temp_path scgi;
        server {
          listen 127.0.0.1:\(port); root \(folder.path);
          location /small-to-keep { add_header Cache-Control max-age=3600; }
          location / { add_header Cache-Control no-store; }
        }
      }
      """
    try Data(settings.utf8).write(to: folder.appending(path: "nginx.conf"))
    server = Process()
    let command = prefix + [nginx, "-p", folder.path, "-c", "nginx.conf"]
    server.executableURL = URL(fileURLWithPath: command[0])
    server.arguments = Array(command.dropFirst())
    server.standardError = FileHandle.nullDevice
    try server.run()
    for _ in 0..<200 where !isUp { usleep(20_000) }
    guard isUp else { throw Measurement.Failure(description: "nginx does not answer") }
  }

  func stop() {
    server.terminate()
    server.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }

  private var isUp: Bool {
    (try? Measurement.run([tool, "easy", url("small"), "1", "1", "\(small)"])) != nil
  }

  private func url(_ name: String) -> String { "http://127.0.0.1:\(port)/\(name)" }

  /// Returns a port that is unused at the moment.
  private static func freePort() throws -> Int {
    let probe = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(probe) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(probe, $0, length) == 0 && getsockname(probe, $0, &length) == 0
      }
    }
    guard isBound else { throw Measurement.Failure(description: "no port is free") }
    return Int(UInt16(bigEndian: address.sin_port))
  }

  /// One way to send requests.
  struct Way {
    var name: String
    var count: Int
    var together = 1
  }

  /// Returns the cost of a request in each of some ways, beyond the start of a process: way by way,
  /// in each of some rounds. The ways take turns, so that a machine that has something else to do
  /// has it to do beside all of them.
  func rounds(_ ways: [Way], _ rounds: Int = 5) throws -> [[Measurement.Cost]] {
    var costs = [[Measurement.Cost]](repeating: [], count: ways.count)
    for _ in 0..<rounds {
      for (index, way) in ways.enumerated() {
        let empty = try Measurement.cost(command(way.name, 1, 1), runs: 1)
        let whole = try Measurement.cost(command(way.name, way.count + 1, way.together), runs: 1)
        costs[index].append((whole - empty) / Double(way.count))
      }
    }
    return costs
  }

  /// The words that run a command on one of the allowed cores; empty where that is not possible.
  static var onOneCore: [String] {
    let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let cores = status?.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed_list:") }
    guard let taskset = Tools.found("taskset"),
      let core = cores?.drop(while: { !$0.isNumber }).prefix(while: \.isNumber)
    else { return [] }
    return [taskset, "-c", String(core)]
  }

  /// Returns the cost of all interceptors for a request: microseconds of CPU, the median of turns
  /// in one process.
  ///
  /// - Parameter way: `paired`, or `paired-instant` with a transport that answers at once.
  func added(_ way: String, count: Int, together: Int = 1) throws -> Double {
    let output = try Measurement.output(
      prefix + [tool, way, url("small"), "\(count)", "\(together)", "\(small)"])
    let numbers = output.split(separator: " ").compactMap { Double($0) }
    guard numbers.count == 3 else { throw Measurement.Failure(description: "\(way): \(output)") }
    return numbers[2]
  }

  private func command(_ way: String, _ count: Int, _ together: Int) -> [String] {
    way == "urlsession"
      ? [session, url("small"), "\(count)", "\(small)"]
      : [tool, way, url("small"), "\(count)", "\(together)", "\(small)"]
  }

  /// A large file, with our transport and with the command `curl`; and through everything that is
  /// around requests, how much memory that takes at most, in MiB.
  func download(_ curl: String) throws -> (
    ours: [Measurement.Cost], curl: [Measurement.Cost], memory: Double, stackedMemory: Double
  ) {
    let copy = folder.appending(path: "copy").path
    func subject(_ command: [String]) -> Measurement.Subject {
      Measurement.Subject(command: command, folder: folder)
    }
    func ours(_ way: String) -> Measurement.Subject {
      subject([tool, way, url("large"), "1", "1", "\(large)", copy])
    }
    let costs = try Measurement.turns(
      [subject([curl, "-s", "-o", copy, url("large")]), ours("download")], runs: 5)
    let stacked = try Measurement.cost(of: ours("stacked-download"))
    let memory = costs[1].map(\.memory).max() ?? 0
    return (costs[1], costs[0], memory / 1_048_576, stacked.memory / 1_048_576)
  }
}
