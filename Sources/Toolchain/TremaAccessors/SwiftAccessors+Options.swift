extension SwiftAccessors {
  /// The appearance of the Swift file. The defaults are for an app with its texts in the main
  /// bundle.
  package struct Options: Hashable, Sendable {
    /// The bundle in which texts are looked up.
    package enum Bundle: Hashable, Sendable {
      /// The main bundle.
      case main
      /// The bundle of a SwiftPM target with resources.
      case module
      /// Any Swift expression, which is copied verbatim, such as `Bundle(for: Token.self)`.
      /// Unqualified names in it (`resources`, not `.resources`) cannot be member names.
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

      /// The modifier followed by a space, or an empty string for `internal`, which is the default
      /// in Swift.
      var modifier: String { self == .internal ? "" : "\(rawValue) " }
    }

    /// The name of the type. `SwiftName.typeName` describes how an invalid name is corrected.
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
    /// The file name to mention, without its folder: the output must not depend on the machine.
    package var sourceName: String
    /// The separator of key parts that become nested types, or `nil` to disable nesting. With `.`,
    /// the `login.title` key becomes `Texts.Login.title`. With nesting, the file is held in memory
    /// until its end.
    package var nesting: String?
    /// Whether to also generate SwiftUI views in `Texts.Views`, and resources for the system to
    /// look up in `Texts.Resources`. Both are held in memory until the end of the file.
    package var includesSwiftUI: Bool

    package init(
      type: String = "Texts", table: String = "Localizable", bundle: Bundle = .main,
      imports: [String] = ["TremaLocalization"], access: Access = .public,
      sourceName: String = "Texts.trm", nesting: String? = nil, includesSwiftUI: Bool = false
    ) {
      self.type = type
      self.table = table
      self.bundle = bundle
      self.imports = imports
      self.access = access
      self.sourceName = sourceName
      self.nesting = nesting
      self.includesSwiftUI = includesSwiftUI
    }
  }
}
