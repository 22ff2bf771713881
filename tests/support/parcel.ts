// Files to deliver, in memory, for tests of senders.
import { createHash, randomBytes } from 'node:crypto'
import type { Parcel, Progress } from '#server/destinations/sender.ts'

export type TestParcel = Parcel & { content: Buffer }

async function* chunksOf(content: Buffer) {
  for (let start = 0; start < content.length; start += 100_000) yield content.subarray(start, start + 100_000)
}

export function parcelOf(size: number, change: Partial<Parcel> = {}): TestParcel {
  const content = randomBytes(size)
  return {
    key: crypto.randomUUID(),
    attempt: 1,
    name: 'orders-2026-11-25.csv',
    extension: '.csv',
    bytes: size,
    sha256: createHash('sha256').update(content).digest('hex'),
    rows: 3,
    read: (start, end) => chunksOf(content.subarray(start, end)),
    reserve: () => Promise.resolve(true),
    receipt: null,
    type: 'order_export',
    jobId: 'j1',
    fileId: crypto.randomUUID(),
    url: 'http://localhost/api/v1/jobs/j1/files/j1.1',
    content,
    ...change,
  }
}

/** What the attempts of a delivery share. `states` has each kept state. */
export function progressOf(): Progress & { states: unknown[] } {
  const states: unknown[] = []
  return {
    get from() {
      return states.at(-1) ?? null
    },
    keep: async (state) => void states.push(structuredClone(state)),
    signal: new AbortController().signal,
    states,
  }
}
