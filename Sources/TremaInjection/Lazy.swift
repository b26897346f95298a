/// What is asked for when it is first used, not when it is handed over.
///
/// Used while the factory that got it still runs, it is an edge like any other.
public struct Lazy<Value: Sendable>: Sendable {
  private let key: Key<Value>
  private let container: Container
  private let place: SourcePlace

  public init(
    _ key: Key<Value>, in container: Container = .shared, file: String = #fileID,
    line: Int = #line
  ) {
    self.key = key
    self.container = container
    place = SourcePlace(file: file, line: line)
  }

  /// The instance of the container, which may be another after a reset.
  public func callAsFunction() throws(ResolutionError) -> Value {
    try container(key, file: place.file, line: place.line)
  }
}
