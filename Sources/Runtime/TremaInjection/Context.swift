/// The resolution in the current task: the factory that runs, and the containers that replace others.
final class Context: Sendable {
  @TaskLocal static var current: Context?

  /// A container that replaces all those above it.
  let container: Container
  /// The innermost factory, of any container.
  let path: Path?
  private let next: Context?
  /// Called with every live factory that a test asks for and must not have.
  private let onLive: OnLive?

  typealias OnLive = @Sendable (ResolutionError) -> Void

  init(_ container: Container, path: Path?, over next: Context?, onLive: OnLive? = nil) {
    self.container = container
    self.path = path
    self.next = next
    self.onLive = onLive ?? next?.onLive
  }

  /// Reports the error before it is thrown, because a `try?` may drop it.
  static func refuse(_ error: ResolutionError) -> ResolutionError {
    current?.onLive?(error)
    return error
  }

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
