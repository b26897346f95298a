/// Properties of the app that the libraries of the run time use.
public enum Runtime {
  private static let debug = LockedValue(false)

  /// Whether the app is being worked on: then an environment may be chosen at launch, values be
  /// explained, and private parts of log messages be shown. False unless the app sets it, inside its
  /// own `#if DEBUG`: how a library was compiled says nothing about the app that links it.
  public static var isDebug: Bool {
    get { debug.value }
    set { debug.value = newValue }
  }
}
