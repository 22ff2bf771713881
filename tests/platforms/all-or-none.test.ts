import { expect, test } from 'vitest'
import { allOrNone } from '#server/platforms/all-or-none.ts'

/** A call that waits until its abort and records it. */
function waiting(signal: AbortSignal, aborted: string[], name: string): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => {
    aborted.push(name)
    reject(new Error('aborted'))
  })
  return promise
}

test('all answers come in the order of their calls', async () => {
  expect(await allOrNone(undefined, () => [Promise.resolve(1), Promise.resolve('two')])).toEqual([1, 'two'])
})

test('where one call fails, its failure is thrown and the others are aborted', async () => {
  const aborted: string[] = []
  const failing = Promise.reject(new Error('refused'))
  const calls = allOrNone(undefined, (signal) => [waiting(signal, aborted, 'first'), failing, waiting(signal, aborted, 'last')])
  await expect(calls).rejects.toThrow('refused')
  expect(aborted).toEqual(['first', 'last'])
})

test('a caller who hangs up aborts them all', async () => {
  const aborted: string[] = []
  const caller = new AbortController()
  const calls = allOrNone(caller.signal, (signal) => [waiting(signal, aborted, 'only')])
  caller.abort()
  await expect(calls).rejects.toThrow('aborted')
  expect(aborted).toEqual(['only'])
})
