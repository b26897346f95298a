internal import TremaSupport

/// The translator of the process, and beside it what every call asks first: numbers, which cost next to
/// nothing. They are together because each global that is made when it is first used costs a call.
final class SharedTranslator: Sendable {
  static let ofProcess = SharedTranslator(Translator())

  private let stored: LockedValue<Translator>
  private let number: RelaxedNumber

  /// Whether a task had a translator of its own: in most apps none ever has, and reading a
  /// task-local value is slow. A task or thread that can see one was created after this was set.
  var isOvershadowed: Bool {
    get { overshadowed.value != 0 }
    set { overshadowed.value = newValue ? 1 : 0 }
  }

  private let overshadowed = RelaxedNumber()

  /// How often all files were forgotten: a shelf of another generation is not looked into any more.
  let generation = RelaxedNumber()

  /// How many threads have asked for a text.
  let threadCount = RelaxedNumber()

  /// The ``ThreadLookupCache`` of each thread.
  let threads = ThreadLookupCache.makeKey()

  init(_ translator: Translator) {
    stored = LockedValue(translator)
    number = RelaxedNumber(translator.identity)
  }

  /// The identity of ``translator``. It changes under the lock: after a new identity the translator is
  /// the one that it belongs to, or a later one.
  var identity: Int { number.value }

  var translator: Translator {
    get { stored.value }
    set {
      // Replacing releases the old value, which may run anybody's `deinit`: not under the lock.
      let old = stored.withLock { translator in
        let old = translator
        translator = newValue
        number.value = newValue.identity
        return old
      }
      withExtendedLifetime(old) {}
    }
  }

  func setLanguages(_ languages: [String]?) {
    stored.withLock { translator in
      translator.languages = languages
      number.value = translator.identity
    }
  }
}
