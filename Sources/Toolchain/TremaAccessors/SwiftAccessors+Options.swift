extension SwiftAccessors {
  /// How the Swift file is to look; the defaults suit an app whose texts lie in its main bundle.
  package struct Options: Hashable, Sendable {
    package enum Bundle: Hashable, Sendable {
      case main
      /// The bundle of a SwiftPM target with resources.
      case module
      /// Any Swift expression, passed on as it is: `Bundle(for: Token.self)`. Names in it that are
      /// looked up (`resources`, not `.resources`) cannot be names of texts.
      case expression(String)

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

    package enum Access: String, CaseIterable, Hashable, Sendable {
      case `public`, package, `internal`

      /// With a space behind it; nothing for `internal`, which Swift means by nothing.
      var modifier: String { self == .internal ? "" : "\(rawValue) " }
    }

    /// The name of the type; what is none is repaired as `SwiftName.typeName` says.
    package var type: String
    /// The table of texts to look up at run time, the file name of the `.strings` without its end.
    package var table: String
    package var bundle: Bundle
    /// The modules to import, in any order; Foundation is one in any case.
    package var imports: [String]
    package var access: Access
    /// The file name to mention, without its folder: no machine's path belongs into the output.
    package var sourceName: String
    /// The separator of the parts of a key that make nested types: with `.` the key `login.title` becomes
    /// `Texts.Login.title`. `nil` for no nesting. The file is held in memory until its end then.
    package var nesting: String?
    /// The texts once more, as views of SwiftUI in `Texts.Views`, and as what the system looks up
    /// itself in `Texts.Resources`. These are held in memory until the end.
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
