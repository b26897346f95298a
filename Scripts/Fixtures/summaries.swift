// Accepted and rejected summaries; see comments.py.

/// The transport's event loop.
struct Loop {
  /// What total deadlines go by. <- finding
  var clock: Int
  /// The clock of total deadlines.
  ///
  /// What follows a summary may begin with any word.
  var time: Int
  /// Of the whole. <- finding
  var limit: Int
  /// Returns the value of a key, or `nil` if there is none.
  ///
  /// - Parameter key: what is looked up.
  func value(of key: String) -> Int? { nil }
  /// Those of the first value. <- finding
  var places: [Int]
  /// Asks for more: `as` within a word is no clause.
  var more: Int
  /// as the other one <- finding
  var last: Int
  let text = """
    /// What looks like a comment in a string literal is not checked.
    """
}
