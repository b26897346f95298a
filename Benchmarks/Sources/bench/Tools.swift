import Foundation

/// The programs that are measured, and those that the measurements use.
struct Tools {
  /// The release build of the command.
  let trema: String

  let saxread = Self.beside("saxread")
  let expatconvert = Self.beside("expatconvert")
  let request = Self.beside("request")
  let session = Self.beside("session")

  /// Returns the path of an executable in the same folder as this one.
  static func beside(_ name: String) -> String {
    URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: name).path
  }

  /// Returns an installed program's path, or throws an error if it is missing.
  static func installed(_ name: String) throws -> String {
    guard let path = found(name) else {
      throw Measurement.Failure(description: "\(name) is not installed: run make setup")
    }
    return path
  }

  /// Returns the path of a program on the `PATH`, or `nil` if it is missing.
  static func found(_ name: String) -> String? {
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return folders.split(separator: ":").map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
