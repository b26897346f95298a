import Foundation

/// The programs that are measured or measured with.
struct Tools {
  /// The release build of the command.
  let trema: String

  let saxread = Self.beside("saxread")
  let expatconvert = Self.beside("expatconvert")
  let request = Self.beside("request")
  let session = Self.beside("session")

  /// The path of one that is built with this one.
  static func beside(_ name: String) -> String {
    URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: name).path
  }

  /// The path of one that the machine has.
  static func installed(_ name: String) throws -> String {
    guard let path = found(name) else {
      throw Measurement.Failure(description: "\(name) is not installed: run make setup")
    }
    return path
  }

  static func found(_ name: String) -> String? {
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return folders.split(separator: ":").map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
