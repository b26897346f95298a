/// A type that may hold a secret, and says nothing of it: its description is all that `print`, a text
/// with it inside, a debugger and `dump` show.
///
/// Only `description` is to be written.
public protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
}

extension Redacted {
  /// The same as `description`, so that a debugger shows no secret.
  public var debugDescription: String { description }

  /// Without parts, so that a dump is the description.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
