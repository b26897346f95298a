// Generated from Texts.trm. Do not edit: change the catalogue and regenerate this file.

import Foundation
import TremaLocalization

/// Texts of `Texts.trm`; master language `de`.
public enum Grouped {
  /// `app_name`: "Trema"
  public static var appName: String { translate("app_name", table: "Localizable", bundle: .main) }

  /// `login`: "Anmeldung"
  public static var login: String { translate("login", table: "Localizable", bundle: .main) }

  /// `404`: "Nichts"
  public static var _404: String { translate("404", table: "Localizable", bundle: .main) }

  /// `...`: "Punkte"
  public static var u002EU002EU002E: String {
    translate("...", table: "Localizable", bundle: .main)
  }

  /// The texts of `login`.
  public enum Login {
    /// Title of the login dialog (`login.title`): "Anmelden"
    public static var title: String {
      translate("login.title", table: "Localizable", bundle: .main)
    }

    /// `login.button`: "Los"
    public static var button: String {
      translate("login.button", table: "Localizable", bundle: .main)
    }

    /// The texts of `login.error_404`.
    public enum Error404 {
      /// `login.error_404.message`: "%d"
      public static func message(_ argument1: Int) -> String {
        translate("login.error_404.message", argument1, table: "Localizable", bundle: .main)
      }
    }
  }

  /// Groups of texts.
  public enum Settings {
    /// The texts of `settings.login`.
    public enum Login {
      /// `settings.login.title`: "Titel"
      public static var title: String {
        translate("settings.login.title", table: "Localizable", bundle: .main)
      }
    }
  }

  /// The texts of `404`.
  public enum N404 {
    /// `404.title`: "Nichts da"
    public static var title: String { translate("404.title", table: "Localizable", bundle: .main) }
  }

  /// The texts of `type`.
  public enum TypeTexts {
    /// `type.String`: "Text"
    public static var string: String {
      translate("type.String", table: "Localizable", bundle: .main)
    }
  }

  /// Groups of texts.
  public enum ViewsTexts {
    /// The texts of `views.Texts`.
    public enum Texts {
      /// `views.Texts.text`: "Text"
      public static var text: String {
        translate("views.Texts.text", table: "Localizable", bundle: .main)
      }
    }
  }

  /// The texts of `.class`.
  public enum Class {
    /// `.class..init.`: "Init"
    public static var `init`: String {
      translate(".class..init.", table: "Localizable", bundle: .main)
    }
  }

  /// Groups of texts.
  public enum A {
    /// Groups of texts.
    public enum B {
      /// Groups of texts.
      public enum C {
        /// Groups of texts.
        public enum D {
          /// Groups of texts.
          public enum E {
            /// Groups of texts.
            public enum F {
              /// Groups of texts.
              public enum G {
                /// The texts of `a.b.c.d.e.f.g.h`.
                public enum H {
                  /// `a.b.c.d.e.f.g.h.i.j`: "tief"
                  public static var iJ: String {
                    translate("a.b.c.d.e.f.g.h.i.j", table: "Localizable", bundle: .main)
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
