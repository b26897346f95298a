// Generated from Texts.trm. Do not edit: change the catalogue and regenerate this file.

import Foundation
import TremaLocalization

#if canImport(SwiftUI)
  import SwiftUI
#endif

/// Texts of `Texts.trm`; master language `de`.
enum GroupedViews {
  /// `app_name`: "Trema"
  static var appName: String {
    translate("app_name", table: "Localizable", bundle: .bundle(for: "app"))
  }

  /// `login`: "Anmeldung"
  static var login: String { translate("login", table: "Localizable", bundle: .bundle(for: "app")) }

  /// `404`: "Nichts"
  static var _404: String { translate("404", table: "Localizable", bundle: .bundle(for: "app")) }

  /// `...`: "Punkte"
  static var u002EU002EU002E: String {
    translate("...", table: "Localizable", bundle: .bundle(for: "app"))
  }

  /// The texts of `login`.
  enum Login {
    /// Title of the login dialog (`login.title`): "Anmelden"
    static var title: String {
      translate("login.title", table: "Localizable", bundle: .bundle(for: "app"))
    }

    /// `login.button`: "Los"
    static var button: String {
      translate("login.button", table: "Localizable", bundle: .bundle(for: "app"))
    }

    /// The texts of `login.error_404`.
    enum Error404 {
      /// `login.error_404.message`: "%d"
      static func message(_ argument1: Int) -> String {
        translate(
          "login.error_404.message", argument1, table: "Localizable", bundle: .bundle(for: "app"))
      }
    }
  }

  /// Groups of texts.
  enum Settings {
    /// The texts of `settings.login`.
    enum Login {
      /// `settings.login.title`: "Titel"
      static var title: String {
        translate("settings.login.title", table: "Localizable", bundle: .bundle(for: "app"))
      }
    }
  }

  /// The texts of `404`.
  enum N404 {
    /// `404.title`: "Nichts da"
    static var title: String {
      translate("404.title", table: "Localizable", bundle: .bundle(for: "app"))
    }
  }

  /// The texts of `type`.
  enum TypeTexts {
    /// `type.String`: "Text"
    static var string: String {
      translate("type.String", table: "Localizable", bundle: .bundle(for: "app"))
    }
  }

  /// Groups of texts.
  enum ViewsTexts {
    /// The texts of `views.Texts`.
    enum Texts {
      /// `views.Texts.text`: "Text"
      static var text: String {
        translate("views.Texts.text", table: "Localizable", bundle: .bundle(for: "app"))
      }
    }
  }

  /// The texts of `.class`.
  enum Class {
    /// `.class..init.`: "Init"
    static var `init`: String {
      translate(".class..init.", table: "Localizable", bundle: .bundle(for: "app"))
    }
  }

  /// Groups of texts.
  enum A {
    /// Groups of texts.
    enum B {
      /// Groups of texts.
      enum C {
        /// Groups of texts.
        enum D {
          /// Groups of texts.
          enum E {
            /// Groups of texts.
            enum F {
              /// Groups of texts.
              enum G {
                /// The texts of `a.b.c.d.e.f.g.h`.
                enum H {
                  /// `a.b.c.d.e.f.g.h.i.j`: "tief"
                  static var iJ: String {
                    translate(
                      "a.b.c.d.e.f.g.h.i.j", table: "Localizable", bundle: .bundle(for: "app"))
                  }
                }
              }
            }
          }
        }
      }
    }
  }
}

#if canImport(SwiftUI)
  extension GroupedViews {
    /// The texts as SwiftUI views, in the language of the app. After a change of language, a view
    /// is updated together with its parent.
    enum Views {
      /// `app_name`
      static var appName: Text {
        Text(verbatim: translate("app_name", table: "Localizable", bundle: .bundle(for: "app")))
      }

      /// `login`
      static var login: Text {
        Text(verbatim: translate("login", table: "Localizable", bundle: .bundle(for: "app")))
      }

      /// `404`
      static var _404: Text {
        Text(verbatim: translate("404", table: "Localizable", bundle: .bundle(for: "app")))
      }

      /// `...`
      static var u002EU002EU002E: Text {
        Text(verbatim: translate("...", table: "Localizable", bundle: .bundle(for: "app")))
      }

      /// The texts of `login`.
      enum Login {
        /// `login.title`
        static var title: Text {
          Text(
            verbatim: translate("login.title", table: "Localizable", bundle: .bundle(for: "app")))
        }

        /// `login.button`
        static var button: Text {
          Text(
            verbatim: translate("login.button", table: "Localizable", bundle: .bundle(for: "app")))
        }

        /// The texts of `login.error_404`.
        enum Error404 {
          /// `login.error_404.message`
          static func message(_ argument1: Int) -> Text {
            Text(
              verbatim: translate(
                "login.error_404.message", argument1, table: "Localizable",
                bundle: .bundle(for: "app")))
          }
        }
      }

      /// Groups of texts.
      enum Settings {
        /// The texts of `settings.login`.
        enum Login {
          /// `settings.login.title`
          static var title: Text {
            Text(
              verbatim: translate(
                "settings.login.title", table: "Localizable", bundle: .bundle(for: "app")))
          }
        }
      }

      /// The texts of `404`.
      enum N404 {
        /// `404.title`
        static var title: Text {
          Text(verbatim: translate("404.title", table: "Localizable", bundle: .bundle(for: "app")))
        }
      }

      /// The texts of `type`.
      enum TypeTexts {
        /// `type.String`
        static var string: Text {
          Text(
            verbatim: translate("type.String", table: "Localizable", bundle: .bundle(for: "app")))
        }
      }

      /// Groups of texts.
      enum ViewsTexts {
        /// The texts of `views.Texts`.
        enum Texts {
          /// `views.Texts.text`
          static var text: Text {
            Text(
              verbatim: translate(
                "views.Texts.text", table: "Localizable", bundle: .bundle(for: "app")))
          }
        }
      }

      /// The texts of `.class`.
      enum Class {
        /// `.class..init.`
        static var `init`: Text {
          Text(
            verbatim: translate(".class..init.", table: "Localizable", bundle: .bundle(for: "app")))
        }
      }

      /// Groups of texts.
      enum A {
        /// Groups of texts.
        enum B {
          /// Groups of texts.
          enum C {
            /// Groups of texts.
            enum D {
              /// Groups of texts.
              enum E {
                /// Groups of texts.
                enum F {
                  /// Groups of texts.
                  enum G {
                    /// The texts of `a.b.c.d.e.f.g.h`.
                    enum H {
                      /// `a.b.c.d.e.f.g.h.i.j`
                      static var iJ: Text {
                        Text(
                          verbatim: translate(
                            "a.b.c.d.e.f.g.h.i.j", table: "Localizable",
                            bundle: .bundle(for: "app")))
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    }

    /// The texts as localized string resources. The system looks them up when it displays them, in
    /// the language that it selected for the app, even if the app has selected another. Texts that
    /// only `translate` can format are left out.
    enum Resources {
      /// `app_name`
      static var appName: LocalizedStringResource {
        LocalizedStringResource(
          "app_name", table: "Localizable",
          bundle: .atURL((.bundle(for: "app") as Bundle).bundleURL))
      }

      /// `login`
      static var login: LocalizedStringResource {
        LocalizedStringResource(
          "login", table: "Localizable", bundle: .atURL((.bundle(for: "app") as Bundle).bundleURL))
      }

      /// `404`
      static var _404: LocalizedStringResource {
        LocalizedStringResource(
          "404", table: "Localizable", bundle: .atURL((.bundle(for: "app") as Bundle).bundleURL))
      }

      /// `...`
      static var u002EU002EU002E: LocalizedStringResource {
        LocalizedStringResource(
          "...", table: "Localizable", bundle: .atURL((.bundle(for: "app") as Bundle).bundleURL))
      }

      /// The texts of `login`.
      enum Login {
        /// `login.title`
        static var title: LocalizedStringResource {
          LocalizedStringResource(
            "login.title", table: "Localizable",
            bundle: .atURL((.bundle(for: "app") as Bundle).bundleURL))
        }

        /// `login.button`
        static var button: LocalizedStringResource {
          LocalizedStringResource(
            "login.button", table: "Localizable",
            bundle: .atURL((.bundle(for: "app") as Bundle).bundleURL))
        }

        /// The texts of `login.error_404`.
        enum Error404 {
          /// `login.error_404.message`
          static func message(_ argument1: Int) -> LocalizedStringResource {
            LocalizedStringResource(
              "login.error_404.message", defaultValue: "\(argument1)", table: "Localizable",
              bundle: .atURL((.bundle(for: "app") as Bundle).bundleURL))
          }
        }
      }

      /// Groups of texts.
      enum Settings {
        /// The texts of `settings.login`.
        enum Login {
          /// `settings.login.title`
          static var title: LocalizedStringResource {
            LocalizedStringResource(
              "settings.login.title", table: "Localizable",
              bundle: .atURL((.bundle(for: "app") as Bundle).bundleURL))
          }
        }
      }

      /// The texts of `404`.
      enum N404 {
        /// `404.title`
        static var title: LocalizedStringResource {
          LocalizedStringResource(
            "404.title", table: "Localizable",
            bundle: .atURL((.bundle(for: "app") as Bundle).bundleURL))
        }
      }

      /// The texts of `type`.
      enum TypeTexts {
        /// `type.String`
        static var string: LocalizedStringResource {
          LocalizedStringResource(
            "type.String", table: "Localizable",
            bundle: .atURL((.bundle(for: "app") as Bundle).bundleURL))
        }
      }

      /// Groups of texts.
      enum ViewsTexts {
        /// The texts of `views.Texts`.
        enum Texts {
          /// `views.Texts.text`
          static var text: LocalizedStringResource {
            LocalizedStringResource(
              "views.Texts.text", table: "Localizable",
              bundle: .atURL((.bundle(for: "app") as Bundle).bundleURL))
          }
        }
      }

      /// The texts of `.class`.
      enum Class {
        /// `.class..init.`
        static var `init`: LocalizedStringResource {
          LocalizedStringResource(
            ".class..init.", table: "Localizable",
            bundle: .atURL((.bundle(for: "app") as Bundle).bundleURL))
        }
      }

      /// Groups of texts.
      enum A {
        /// Groups of texts.
        enum B {
          /// Groups of texts.
          enum C {
            /// Groups of texts.
            enum D {
              /// Groups of texts.
              enum E {
                /// Groups of texts.
                enum F {
                  /// Groups of texts.
                  enum G {
                    /// The texts of `a.b.c.d.e.f.g.h`.
                    enum H {
                      /// `a.b.c.d.e.f.g.h.i.j`
                      static var iJ: LocalizedStringResource {
                        LocalizedStringResource(
                          "a.b.c.d.e.f.g.h.i.j", table: "Localizable",
                          bundle: .atURL((.bundle(for: "app") as Bundle).bundleURL))
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    }
  }
#endif
