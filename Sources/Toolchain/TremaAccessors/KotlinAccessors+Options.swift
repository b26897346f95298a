extension KotlinAccessors {
  /// How the Kotlin file is to look.
  package struct Options: Hashable, Sendable {
    /// The name of the class; what is none is repaired as `KotlinName.typeName` says.
    package var type: String
    /// The package of the class, `com.example.texts`; nil for none.
    package var package: String?
    /// The namespace of the Android module, in which its class `R` is; nil where that is the
    /// package of the class.
    package var androidNamespace: String?
    /// The file name to mention, without its folder: no machine's path belongs into the output.
    package var sourceName: String

    /// - Parameters:
    ///   - package: what ``KotlinName/package(_:)`` takes; anything else is left out.
    ///   - androidNamespace: the same.
    package init(
      type: String = "Texts", package: String? = nil, androidNamespace: String? = nil,
      sourceName: String = "Texts.trm"
    ) {
      self.type = type
      self.package = package
      self.androidNamespace = androidNamespace
      self.sourceName = sourceName
    }
  }
}
