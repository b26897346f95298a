/// Settings of the app that the libraries read at run time.
public enum Runtime {
  /// The stored value of `isDebug`.
  private static let debug = LockedValue(false)

  /// Whether the app is under development. If so, an environment can be chosen at launch, values
  /// can be explained, and private parts of log messages are shown.
  ///
  /// It is `false` unless the app sets it within its own `#if DEBUG`: a library's build
  /// configuration does not reveal the build configuration of the app that links it.
  public static var isDebug: Bool {
    get { debug.value }
    set { debug.value = newValue }
  }
}
