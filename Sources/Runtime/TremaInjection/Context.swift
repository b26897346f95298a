/// The context of the current task: the running factory and the containers that replace others.
final class Context: Sendable {
  /// The context of the current task, or `nil` outside of factories, overrides and tests.
  @TaskLocal static var current: Context?

  /// A container that replaces all containers above it.
  let container: Container
  /// The innermost running factory, of any container.
  let path: Path?
  /// The outer context.
  private let next: Context?
  /// Called with the error of every live factory that is refused in a test.
  private let onLive: OnLive?

  /// A function that receives an error.
  typealias OnLive = @Sendable (ResolutionError) -> Void

  init(_ container: Container, path: Path?, over next: Context?, onLive: OnLive? = nil) {
    self.container = container
    self.path = path
    self.next = next
    self.onLive = onLive ?? next?.onLive
  }

  /// Reports an error before it is thrown, because the caller may ignore it with `try?`.
  static func refuse(_ error: ResolutionError) -> ResolutionError {
    current?.onLive?(error)
    return error
  }

  /// Returns the container that replaces another one here: the innermost of the same family that is
  /// below it.
  func standIn(for container: Container) -> Container {
    var node: Context? = self
    while let context = node {
      if context.container.graph === container.graph {
        return context.container.isBelow(container) ? context.container : container
      }
      node = context.next
    }
    return container
  }
}
