#ifndef CTREMA_SUPPORT_ATOMICS_H
#define CTREMA_SUPPORT_ATOMICS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

// Swift cannot import C's atomic types, and its `Synchronization` module requires iOS 18. Swift
// therefore only provides the memory of the atomic word, which these functions access.

/// An atomic machine word. Access it only with the functions below.
typedef struct {
  _Atomic(uintptr_t) bits;
} CTremaAtomicWord;

/// Initializes the word. Not atomic: no other thread may access the word yet.
static inline void ctrema_atomic_initialize(CTremaAtomicWord *_Nonnull word, uintptr_t bits) {
  atomic_init(&word->bits, bits);
}

/// Returns the value, with acquire ordering: what was written to memory before the value was stored
/// is visible after the load.
static inline uintptr_t ctrema_atomic_load(CTremaAtomicWord *_Nonnull word) {
  return atomic_load_explicit(&word->bits, memory_order_acquire);
}

/// Stores a value, with release ordering.
static inline void ctrema_atomic_store(CTremaAtomicWord *_Nonnull word, uintptr_t bits) {
  atomic_store_explicit(&word->bits, bits, memory_order_release);
}

/// Returns the value, with relaxed ordering: for counters that do not publish other memory.
static inline uintptr_t ctrema_atomic_load_relaxed(CTremaAtomicWord *_Nonnull word) {
  return atomic_load_explicit(&word->bits, memory_order_relaxed);
}

/// Stores a value, with relaxed ordering.
static inline void ctrema_atomic_store_relaxed(
    CTremaAtomicWord *_Nonnull word, uintptr_t bits) {
  atomic_store_explicit(&word->bits, bits, memory_order_relaxed);
}

/// Adds a number, with wraparound and relaxed ordering, and returns the previous value.
static inline uintptr_t ctrema_atomic_add_relaxed(
    CTremaAtomicWord *_Nonnull word, uintptr_t difference) {
  return atomic_fetch_add_explicit(&word->bits, difference, memory_order_relaxed);
}

/// Stores `bits` if the value is `expected`, with acquire and release ordering.
///
/// Returns whether the value was replaced. Does not fail spuriously.
static inline bool ctrema_atomic_replace(
    CTremaAtomicWord *_Nonnull word, uintptr_t expected, uintptr_t bits) {
  return atomic_compare_exchange_strong_explicit(
      &word->bits, &expected, bits, memory_order_acq_rel, memory_order_acquire);
}

/// Returns the number of the processor that runs the current thread, or -1 if it is unknown. The
/// scheduler may move the thread at any time, so the result is only a hint.
int ctrema_processor(void);

#endif
