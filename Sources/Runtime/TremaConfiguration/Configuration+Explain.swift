import TremaConfigValues
import TremaSupport

extension Configuration {
  /// Where the value of a key comes from.
  public struct Explanation: Hashable, Sendable {
    public struct Layer: Hashable, Sendable {
      /// The name of its file, or `overrides`.
      public var name: String
      /// What the layer says; nil when it says nothing of the key.
      public var value: ConfigValue?
    }

    public var key: String
    public var environment: String
    /// The base first.
    public var layers: [Layer]
    /// What came of them all.
    public var value: ConfigValue?
  }

  /// The layers that speak of a key, for a screen that testers look at.
  ///
  /// - Returns: nil unless ``Runtime/isDebug`` is set: what an app is configured with is nobody's
  ///   business who merely has the app.
  public func explain(_ key: String) -> Explanation? {
    guard Runtime.isDebug else { return nil }
    return Explanation(
      key: key, environment: environment,
      layers: layers.map { Explanation.Layer(name: $0.name, value: $0.value.value(named: key)) },
      value: self[key])
  }
}
