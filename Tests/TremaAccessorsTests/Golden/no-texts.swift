// Generated from Texts.trm. Do not edit: change the catalogue and regenerate this file.

import Foundation

/// Texts of `Texts.trm`; master language `de`.
public enum Nothing {
}
