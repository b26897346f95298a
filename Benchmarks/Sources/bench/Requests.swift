import Foundation

/// Sends requests to a local nginx, in a separate process for each way.
struct Requests {
  let tool: String
  /// The command that runs the server and the clients, if any.
  private let prefix: [String]
  private let session: String
  private let server: Process
  private let folder: URL
  private let port: Int
  /// The sizes in bytes of the small and the large file.
  private let small = 200
  private let large = 1 << 30

  /// - Parameters:
  ///   - tool: The path of `request`.
  ///   - session: The path of `session`.
  ///   - nginx: The server's path.
  ///   - prefix: A command that runs the server and `request`, such as ``onOneCore``.
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
    guard isUp else { throw Measurement.Failure(description: "nginx does not respond") }
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

  /// A way to send requests.
  struct Way {
    var name: String
    var count: Int
    var together = 1
  }

  /// Returns each way's cost per request in each round, without the start of the process. The ways
  /// alternate so that other load affects all of them.
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

  /// A command prefix that limits a process to one of the allowed cores, or empty if that is not
  /// possible.
  static var onOneCore: [String] {
    let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let cores = status?.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed_list:") }
    guard let taskset = Tools.found("taskset"),
      let core = cores?.drop(while: { !$0.isNumber }).prefix(while: \.isNumber)
    else { return [] }
    return [taskset, "-c", String(core)]
  }

  /// Returns the cost per request of all interceptors, in microseconds of CPU time: the median over
  /// alternating runs in one process.
  ///
  /// - Parameter way: `paired`, or `paired-instant` for a transport without a network.
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

  /// Measures the download of a large file with our transport and with `curl`. The peak memory, in
  /// MiB, is also measured with all interceptors.
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
