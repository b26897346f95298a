// Accepted and rejected words; see comments.py.

/// A lock that nobody holds. <- finding
struct Lock {
  /// The key, wherever it stands. <- finding
  var key: Int
  // The caller understands the standard.
  var standard: Int
  /// The name of the column `whatever`.
  var column = "nobody"
  // Whoever is first decides. <- finding
}
