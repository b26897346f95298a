#ifndef CTREMA_SUPPORT_ATOMICS_H
#define CTREMA_SUPPORT_ATOMICS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

// Swift cannot see C's atomic types, and its own `Synchronization` needs iOS 18: so a word of plain
// memory is handed over, and looked at here as the atomic word that it was made as.

/// One machine word, to be touched by the functions below alone.
typedef struct {
  _Atomic(uintptr_t) bits;
} CTremaAtomicWord;

static inline void ctrema_atomic_initialize(CTremaAtomicWord *_Nonnull word, uintptr_t bits) {
  atomic_init(&word->bits, bits);
}

/// What was stored last, and all that happened before it was.
static inline uintptr_t ctrema_atomic_load(CTremaAtomicWord *_Nonnull word) {
  return atomic_load_explicit(&word->bits, memory_order_acquire);
}

static inline void ctrema_atomic_store(CTremaAtomicWord *_Nonnull word, uintptr_t bits) {
  atomic_store_explicit(&word->bits, bits, memory_order_release);
}

/// What was stored last, and nothing about what happened before: for a number that stands alone.
static inline uintptr_t ctrema_atomic_load_relaxed(CTremaAtomicWord *_Nonnull word) {
  return atomic_load_explicit(&word->bits, memory_order_relaxed);
}

static inline void ctrema_atomic_store_relaxed(
    CTremaAtomicWord *_Nonnull word, uintptr_t bits) {
  atomic_store_explicit(&word->bits, bits, memory_order_relaxed);
}

/// Adds, wrapping around, and tells what was there before.
static inline uintptr_t ctrema_atomic_add_relaxed(
    CTremaAtomicWord *_Nonnull word, uintptr_t difference) {
  return atomic_fetch_add_explicit(&word->bits, difference, memory_order_relaxed);
}

/// Stores `bits` where `expected` still stands.
static inline bool ctrema_atomic_replace(
    CTremaAtomicWord *_Nonnull word, uintptr_t expected, uintptr_t bits) {
  return atomic_compare_exchange_strong_explicit(
      &word->bits, &expected, bits, memory_order_acq_rel, memory_order_acquire);
}

/// The number of the processor that the thread runs on, which may be another one at once; -1 where it is
/// not known.
int ctrema_processor(void);

#endif
