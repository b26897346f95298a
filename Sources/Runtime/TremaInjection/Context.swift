/// The context of the current task: the running factory and the replaced containers.
final class Context: Sendable {
  /// The current task's context, or `nil` outside factories, overrides and tests.
  @TaskLocal static var current: Context?

  /// A container that replaces all containers above it.
  let container: Container
  /// The innermost running factory, of any container.
  let path: Path?
  /// The outer context.
  private let outer: Context?
  /// A function that is called with the error for every live factory refused in a test.
  private let onLive: LiveFactoryHandler?

  /// A function that receives an error.
  typealias LiveFactoryHandler = @Sendable (ResolutionError) -> Void

  init(_ container: Container, path: Path?, over next: Context?, onLive: LiveFactoryHandler? = nil)
  {
    self.container = container
    self.path = path
    self.outer = next
    self.onLive = onLive ?? next?.onLive
  }

  /// Reports an error before it is thrown, because the caller may ignore it with `try?`.
  static func report(_ error: ResolutionError) -> ResolutionError {
    current?.onLive?(error)
    return error
  }

  /// Returns the container that replaces the given one here: the innermost container of the same
  /// family that is below it.
  func effectiveContainer(for container: Container) -> Container {
    var node: Context? = self
    while let context = node {
      if context.container.graph === container.graph {
        return context.container.isBelow(container) ? context.container : container
      }
      node = context.outer
    }
    return container
  }
}
