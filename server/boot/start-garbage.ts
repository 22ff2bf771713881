const afterMs = 5_000

/**
 * Frees, once the start is over, what only the start of this thread needed. V8 itself collects it much later, because an idle thread makes
 * hardly any garbage. `last-resort` also returns the freed pages to the system; otherwise V8 keeps them. Takes about 70 ms, once. Does
 * nothing without `--expose-gc`.
 */
export function freeStartGarbage() {
  setTimeout(() => globalThis.gc?.({ type: 'major', flavor: 'last-resort' }), afterMs).unref()
}
