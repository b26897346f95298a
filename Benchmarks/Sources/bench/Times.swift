import Foundation

/// The output of an executable in the same folder as this one: lines with a name and a time.
struct Times {
  private let times: [String: Double]

  init(of tool: String, _ arguments: String...) throws {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
      .deletingLastPathComponent().appending(path: tool)
    process.arguments = arguments
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(tool: tool, missing: nil) }
    let pairs = text.split(separator: "\n").map { $0.split(separator: " ") }
    times = Dictionary(
      uniqueKeysWithValues: pairs.compactMap { pair in
        Double(pair[pair.count - 1]).map { (String(pair[0]), $0) }
      })
    self.tool = tool
  }

  private let tool: String

  func time(_ name: String) throws -> Double {
    guard let time = times[name] else { throw Failure(tool: tool, missing: name) }
    return time
  }

  struct Failure: Error, CustomStringConvertible {
    let tool: String
    let missing: String?

    var description: String {
      missing.map { "the output of \(tool) lacks \($0)" } ?? "\(tool) failed"
    }
  }
}
