internal import TremaSupport

/// The translator of the process, and the numbers that each call reads first. They are in one
/// object because access to each lazily initialized global has a cost.
final class SharedTranslator: Sendable {
  /// The only instance.
  static let shared = SharedTranslator(Translator())

  private let stored: LockedValue<Translator>
  /// The identity of the translator, which is read without the lock.
  private let number: RelaxedNumber

  /// Whether a task has ever had a translator of its own. Most apps never do this, and reading a
  /// task-local value is slow. A task or thread that can see one was created after this was set.
  var hasTaskTranslators: Bool {
    get { taskTranslatorFlag.value != 0 }
    set { taskTranslatorFlag.value = newValue ? 1 : 0 }
  }

  private let taskTranslatorFlag = RelaxedNumber()

  /// The number of times that all files were discarded. Chains of an earlier generation are no
  /// longer used.
  let generation = RelaxedNumber()

  /// The number of threads that have looked up a text.
  let threadCount = RelaxedNumber()

  /// The key of the `ThreadLookupCache` of each thread; `nil` if the system has none left.
  let threadCacheKey = ThreadLookupCache.makeKey()

  init(_ translator: Translator) {
    stored = LockedValue(translator)
    number = RelaxedNumber(translator.identity)
  }

  /// The identity of `translator`. It changes under the lock: after a new identity was read, the
  /// translator is the one with this identity or a later one.
  var identity: Int { number.value }

  /// The translator of the process.
  var translator: Translator {
    get { stored.value }
    set {
      // Replacing the value releases the old one, which may run any `deinit`. This must not happen
      // under the lock.
      let old = stored.withLock { translator in
        let old = translator
        translator = newValue
        number.value = newValue.identity
        return old
      }
      withExtendedLifetime(old) {}
    }
  }

  /// Changes only the languages of the translator.
  func setLanguages(_ languages: [String]?) {
    stored.withLock { translator in
      translator.languages = languages
      number.value = translator.identity
    }
  }
}
