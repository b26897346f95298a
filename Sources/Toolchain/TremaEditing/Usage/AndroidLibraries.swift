/// The resources that Android's own libraries and build plugins add to every app that uses them.
enum AndroidLibraries {
  /// - Parameter name: as code writes it, with underscores.
  static func define(_ name: [UInt8]) -> Bool {
    names.contains(name) || prefixes.contains { name.starts(with: $0) }
  }

  /// AppCompat, Material Components, Play services, Facebook's SDK and the AndroidX libraries.
  private static let prefixes = [
    "abc_", "androidx_", "appbar_", "bottomsheet_", "cast_", "com_facebook_",
    "common_google_play_services_", "exo_", "fcm_", "m3_", "material_", "mtrl_", "preference_",
    "search_menu_",
  ].map { Array($0.utf8) }

  /// What the google-services and Crashlytics plugins make of their files.
  ///
  /// Source: developers.google.com/android/guides/google-services-plugin.
  private static let names: Set<[UInt8]> = Set(
    [
      "default_web_client_id", "firebase_database_url", "ga_trackingId", "gcm_defaultSenderId",
      "google_api_key", "google_app_id", "google_crash_reporting_api_key", "google_storage_bucket",
      "project_id",
    ].map { Array($0.utf8) })
}
