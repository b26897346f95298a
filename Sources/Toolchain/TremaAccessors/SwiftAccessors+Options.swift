extension SwiftAccessors {
  /// The appearance of the Swift file. The defaults suit an app whose texts are in its main bundle.
  package struct Options: Hashable, Sendable {
    /// The bundle in which texts are looked up.
    package enum Bundle: Hashable, Sendable {
      /// The main bundle.
      case main
      /// The bundle of a SwiftPM target with resources.
      case module
      /// Any Swift expression, which is not changed: `Bundle(for: Token.self)`. Names in it that
      /// are looked up (`resources`, not `.resources`) cannot be names of texts.
      case expression(String)

      /// The bundle as an argument of `translate`.
      var source: String {
        switch self {
        case .main: ".main"
        case .module: ".module"
        case .expression(let source): source
        }
      }

      /// The bundle as an argument of `LocalizedStringResource`.
      var description: String {
        switch self {
        case .main: ".main"
        case .module: ".atURL(Bundle.module.bundleURL)"
        case .expression(let source): ".atURL((\(source) as Bundle).bundleURL)"
        }
      }
    }

    /// The access level of the generated declarations.
    package enum Access: String, CaseIterable, Hashable, Sendable {
      case `public`, package, `internal`

      /// The modifier with a space behind it; empty for `internal`, which is Swift's default.
      var modifier: String { self == .internal ? "" : "\(rawValue) " }
    }

    /// The name of the type. An invalid name is repaired as described for `SwiftName.typeName`.
    package var type: String
    /// The table to look up texts in at run time: the name of the `.strings` file without its
    /// extension.
    package var table: String
    /// The bundle of the table.
    package var bundle: Bundle
    /// The modules to import, in any order. Foundation is always imported.
    package var imports: [String]
    /// The access level of the generated declarations.
    package var access: Access
    /// The file name to mention, without its folder: paths of a machine do not belong in the
    /// output.
    package var sourceName: String
    /// The separator of the parts of a key that become nested types: with `.` the key `login.title`
    /// becomes `Texts.Login.title`. `nil` for no nesting. With nesting the file is held in memory
    /// until its end.
    package var nesting: String?
    /// Whether the texts are also generated as SwiftUI views in `Texts.Views`, and as resources
    /// that the system looks up in `Texts.Resources`. These are held in memory until the end.
    package var swiftUI: Bool

    package init(
      type: String = "Texts", table: String = "Localizable", bundle: Bundle = .main,
      imports: [String] = ["TremaLocalization"], access: Access = .public,
      sourceName: String = "Texts.trm", nesting: String? = nil, swiftUI: Bool = false
    ) {
      self.type = type
      self.table = table
      self.bundle = bundle
      self.imports = imports
      self.access = access
      self.sourceName = sourceName
      self.nesting = nesting
      self.swiftUI = swiftUI
    }
  }
}
