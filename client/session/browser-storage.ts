type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

function inMemory(): Kept {
  const kept = new Map<string, string>()
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }
}

/** Written and taken away again, because some browsers hand out a storage that takes nothing. */
const probe = 'probe'

function works(storage: Kept): Kept {
  storage.setItem(probe, probe)
  storage.removeItem(probe)
  return storage
}

/**
 * The storage that `open` leads to, looked for at its first use. Where the browser blocks it (no cookies or site data, a sandboxed frame),
 * memory takes its place until the page is left.
 */
export function storageOrMemory(open: () => Kept): () => Kept {
  let found: Kept | undefined
  const find = () => {
    try {
      return works(open())
    } catch {
      // Only reading the property `localStorage` throws in some browsers: there is no other way to ask.
      return inMemory()
    }
  }
  return () => (found ??= find())
}
