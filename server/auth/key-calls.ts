// The last calls of API keys. They are written in batches after their answers, so that no call waits for its own record.
import type { KeyCall } from '#shared/api-keys.ts'
import { limits } from '#shared/limits.ts'
import { insertKeyCalls, listKeyCalls, type NewKeyCall } from '#server/auth/key-calls-repo.ts'
import type { Deps } from '#server/deps.ts'

const { kept, writtenEveryMs } = limits.keyCalls

/** The last calls of a key that were written, newest first. */
export async function lastKeyCalls({ database }: Deps, keyId: string): Promise<KeyCall[]> {
  const calls = await listKeyCalls(database.db, keyId, kept)
  return calls.map(({ at, method, path, status, durationMs, requestId, address }) => ({
    at: at.toISOString(),
    method,
    path,
    status,
    duration_ms: durationMs,
    request_id: requestId,
    address,
  }))
}

export type KeyCallLog = {
  /** Keeps a call in memory until the next write. Older calls of the key make room for it. */
  add(call: NewKeyCall): void
  /** Writes the remaining calls. */
  close(): Promise<void>
}

/**
 * A log of calls in memory, which is written every `limits.keyCalls.writtenEveryMs`. Calls that cannot be written are lost, with a warning.
 */
export function createKeyCallLog({ database, log }: Pick<Deps, 'database' | 'log'>): KeyCallLog {
  const waiting = new Map<string, NewKeyCall[]>()
  let timer: NodeJS.Timeout | null = null
  let writing = Promise.resolve()

  async function writeAll() {
    const batches = [...waiting]
    waiting.clear()
    for (const [keyId, calls] of batches)
      await insertKeyCalls(database, keyId, calls, kept).catch((error: unknown) =>
        log.warn({ err: error, keyId, calls: calls.length }, 'calls of an API key could not be recorded'),
      )
  }
  /** One write at a time: a slow database gets larger batches, not more of them. */
  function write() {
    timer = null
    writing = writing.then(writeAll)
    return writing
  }

  return {
    add(call) {
      waiting.set(call.keyId, [...(waiting.get(call.keyId) ?? []), call].slice(-kept))
      timer ??= setTimeout(() => void write(), writtenEveryMs).unref()
    },
    async close() {
      if (timer) clearTimeout(timer)
      await write()
    },
  }
}
