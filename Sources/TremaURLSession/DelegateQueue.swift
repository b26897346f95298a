import Foundation
import TremaLock

/// Runs the callbacks of a session, one after the other.
///
/// On Linux a session puts them here from the thread that reads the connection. That thread waits
/// while all slots are taken, and the server with it: `suspend()` would take effect too late, and
/// begin the transfer anew. A callback gives its slot back at its end, unless ``keepSlot()`` was
/// called inside it.
///
/// `@unchecked Sendable` as its superclass; the properties are constants of types that are Sendable.
final class DelegateQueue: OperationQueue, @unchecked Sendable {
  private let serial = DispatchQueue(label: "trema.urlsession.callbacks")
  private let slots: DispatchSemaphore?
  private let isKept = LockedValue(false)

  init(slots count: Int?) {
    slots = count.map { count in
      // From zero up: a semaphore that is below its first value must not go away.
      let slots = DispatchSemaphore(value: 0)
      for _ in 0..<count { slots.signal() }
      return slots
    }
    super.init()
    maxConcurrentOperationCount = 1
    #if !canImport(FoundationNetworking)
      underlyingQueue = serial
    #endif
  }

  /// The slot of the callback that runs stays taken until ``freeSlots(_:)``.
  func keepSlot() { isKept.value = true }

  func freeSlots(_ count: Int) {
    if let slots { for _ in 0..<count { slots.signal() } }
  }

  #if canImport(FoundationNetworking)
    override func addOperation(_ block: @escaping @Sendable () -> Void) {
      slots?.wait()
      serial.async {
        block()
        if !self.isKept.exchange(false) { self.freeSlots(1) }
      }
    }
  #endif
}
