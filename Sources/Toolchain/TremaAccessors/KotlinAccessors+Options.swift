import TremaCatalog

extension KotlinAccessors {
  /// The appearance of the Kotlin file.
  package struct Options: Hashable, Sendable {
    /// The resources that members look up.
    package enum Resources: String, CaseIterable, Hashable, Sendable {
      /// Android's, through the class `R`.
      case android
      /// Compose Multiplatform's, in composable functions.
      case compose
      /// Compose Multiplatform's, in suspending functions.
      case composeSuspend = "compose-suspend"
    }

    /// The name of the class. `KotlinName.typeName` describes how an invalid name is corrected.
    package var type: String
    /// The package of the class, such as `com.example.texts`; `nil` if there is none.
    package var package: String?
    /// The namespace of the Android module, which contains its class `R`; `nil` if it equals the
    /// class's package.
    package var androidNamespace: String?
    /// The resources that members look up.
    package var resources = Resources.android
    /// The package of Compose Multiplatform's resource class; `nil` if it equals the package of the
    /// accessors.
    package var resourcesPackage: String?
    /// The name of Compose Multiplatform's resource class.
    package var resourcesClass = "Res"
    /// The file name to mention, without its folder: the output must not depend on the machine.
    package var sourceName: String

    /// Creates options.
    ///
    /// - Parameters:
    ///   - type: The name of the class.
    ///   - package: The package. Omitted if ``KotlinName/package(_:)`` rejects it.
    ///   - androidNamespace: The namespace. A name that ``KotlinName/package(_:)`` rejects is
    ///     omitted.
    ///   - sourceName: The file name to mention.
    package init(
      type: String = "Texts", package: String? = nil, androidNamespace: String? = nil,
      sourceName: String = "Texts.trm"
    ) {
      self.type = type
      self.package = package
      self.androidNamespace = androidNamespace
      self.sourceName = sourceName
    }

    /// Returns the name of the accessors' class for a requested name. A valid name is returned
    /// unchanged.
    package func typeName(_ name: String) -> String {
      let name = KotlinName.typeName(name).name
      guard resources != .android else { return name }
      return name == resourcesClass || Self.composeTypes.contains(name) ? "\(name)_" : name
    }

    /// Returns the name of Compose Multiplatform's resource class for a requested name. A valid
    /// name is returned unchanged.
    package func resourcesClassName(_ name: String) -> String {
      let name = KotlinName.typeName(name).name
      return Self.composeTypes.contains(name) ? "\(name)_" : name
    }

    /// The types that accessors of Compose Multiplatform's resources use.
    private static let composeTypes: Set<String> = ["Composable", "List"]

    /// Returns the names to import, in order.
    ///
    /// - Parameter package: The package of the file.
    func imports(in package: String?) -> [String] {
      let other = resources == .android ? androidNamespace : resourcesPackage
      let classes = other.flatMap(KotlinName.package).flatMap { $0 == package ? nil : $0 }
      switch resources {
      case .android:
        return ["android.content.res.Resources"] + (classes.map { ["\($0).R"] } ?? [])
      case .compose, .composeSuspend:
        // The resources are extension properties, which must be imported in addition to the class.
        let names = (classes.map { ["\($0).*"] } ?? []) + composeNames
        return names.sorted()
      }
    }

    /// The names in Compose Multiplatform's libraries that members use.
    private var composeNames: [String] {
      let package = "org.jetbrains.compose.resources"
      if resources == .composeSuspend {
        return ["\(package).getPluralString", "\(package).getString", "\(package).getStringArray"]
      }
      return [
        "androidx.compose.runtime.Composable", "\(package).pluralStringResource",
        "\(package).stringArrayResource", "\(package).stringResource",
      ]
    }
  }
}
