internal import CTremaSupport

/// The processor that a thread runs on.
package enum Processor {
  /// The number of the processor that this thread runs on, from 0; nil where the system does not say. The
  /// thread may be on another one by the time this returns: it is good for advice, not for anything
  /// that must hold.
  package static var current: Int? {
    let number = Int(ctrema_processor())
    return number < 0 ? nil : number
  }
}
