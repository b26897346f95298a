import TremaConfigValues
import TremaSupport

extension YAMLConfig {
  /// Returns the error for an exceeded limit.
  func exceededLimit(
    _ code: String, _ message: String, _ event: YAMLEvent, hint: String
  ) -> Diagnostic {
    Diagnostic(
      .error, code, message, at: SourceLocation(file: file, start: event.extent.start), hint: hint,
      kind: .unreadable)
  }

  /// Returns the location of an extent.
  func location(_ extent: YAMLExtent) -> ConfigLocation {
    ConfigLocation(file: file, start: extent.start, end: extent.end, bytes: extent.bytes)
  }

  /// Reports an error at an event. The file is incomplete.
  mutating func report(_ message: String, _ event: YAMLEvent, hint: String) {
    report(message, at: location(event.extent), hint: hint)
  }

  /// Reports an error at a location. The file is incomplete.
  mutating func report(_ message: String, at location: ConfigLocation, hint: String) {
    report(.error, "invalid-yaml", message, at: location, path, hint: hint, kind: .unreadable)
  }

  /// Reports a warning at an event.
  mutating func report(
    _ code: String, _ message: String, _ event: YAMLEvent, _ path: ConfigKeyPath, hint: String
  ) {
    report(.warning, code, message, at: location(event.extent), path, hint: hint)
  }

  /// Reports a number that cannot be represented.
  mutating func outOfRange(_ message: String, _ event: YAMLEvent) {
    report(
      .error, "number-out-of-range", message, at: location(event.extent), path,
      hint: "use a string if the number is only an identifier")
  }

  /// Adds a problem of a key.
  mutating func report(
    _ severity: Severity, _ code: String, _ message: String, at location: ConfigLocation,
    _ path: ConfigKeyPath, hint: String, kind: Diagnostic.Kind = .finding
  ) {
    var problem = Diagnostic(
      severity, code, message, at: location.diagnosticLocation, hint: hint, kind: kind)
    if !location.bytes.isEmpty { problem.bytes = location.bytes }
    if !path.components.isEmpty {
      problem.key = path.description
      problem.subject = path.description
    }
    problems.append(problem)
  }
}
