type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

function inMemory(): Kept {
  const kept = new Map<string, string>()
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }
}

/** Written and removed as a test, because some browsers return a storage that accepts no data. */
const probe = 'probe'

function works(storage: Kept): Kept {
  storage.setItem(probe, probe)
  storage.removeItem(probe)
  return storage
}

/**
 * The storage that `open` returns, opened at its first use. Where the browser blocks it (no cookies or site data, a sandboxed frame),
 * memory replaces it until the page is closed.
 */
export function storageOrMemory(open: () => Kept): () => Kept {
  let found: Kept | undefined
  const find = () => {
    try {
      return works(open())
    } catch {
      // Some browsers throw as soon as the property `localStorage` is read, so nothing but an attempt shows whether it works.
      return inMemory()
    }
  }
  return () => (found ??= find())
}
