internal import CTremaSupport

/// Access to the processor on which a thread runs.
package enum Processor {
  /// The number of the processor on which this thread runs, from 0, or `nil` if the system does not
  /// provide it. The thread may have moved to a different processor when this returns, so the
  /// number is only a hint.
  package static var current: Int? {
    let number = Int(ctrema_processor())
    return number < 0 ? nil : number
  }
}
