import { once } from 'node:events'
import { getPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'

test('a worker thread lets the others of its process go first', async () => {
  const before = getPriority(process.pid)
  const thread = new Worker(new URL(import.meta.resolve('../support/thread-priority-thread.ts')))
  const [lowered] = await once(thread, 'message')
  expect(lowered > before).toBe(process.platform === 'linux')
  expect(getPriority(process.pid)).toBe(before)
})
