import { TRPCClientError, createTRPCClient } from '@trpc/client'
import { expect, test, vi } from 'vitest'
import { confirmLink } from '#client/session/confirm-link.ts'
import { confirmation, whenConfirmed } from '#client/session/confirmation.ts'
import type { AppRouter } from '#server/router.ts'
import { AppError } from '#shared/errors.ts'

const tooOld = () => new AppError('REAUTHENTICATE')

/** A call that is refused `refusals` times because the sign-in is too old, and then answered. */
function call(refusals: number) {
  const send = vi.fn<() => Promise<string>>(async () => 'answer')
  for (let index = 0; index < refusals; index += 1) send.mockRejectedValueOnce(tooOld())
  return send
}

test('a call that is answered is sent once, and nobody is asked', async () => {
  const send = call(0)
  await expect(whenConfirmed(send)).resolves.toBe('answer')
  expect([send.mock.calls.length, confirmation.isOpen()]).toEqual([1, false])
})

test('a call that wants a proof is sent once more after it', async () => {
  const send = call(1)
  const answer = whenConfirmed(send)
  await vi.waitUntil(confirmation.isOpen)
  expect(send).toHaveBeenCalledTimes(1)
  confirmation.settle(true)
  await expect(answer).resolves.toBe('answer')
  expect([send.mock.calls.length, confirmation.isOpen()]).toEqual([2, false])
})

test('once more, not for ever', async () => {
  const send = call(2)
  const answer = whenConfirmed(send)
  await vi.waitUntil(confirmation.isOpen)
  confirmation.settle(true)
  await expect(answer).rejects.toMatchObject({ code: 'REAUTHENTICATE' })
  expect(send).toHaveBeenCalledTimes(2)
})

test('cancelled, a call fails as it did', async () => {
  const send = call(1)
  const answer = whenConfirmed(send)
  await vi.waitUntil(confirmation.isOpen)
  confirmation.settle(false)
  await expect(answer).rejects.toMatchObject({ code: 'REAUTHENTICATE' })
  expect(send).toHaveBeenCalledTimes(1)
})

test('one question serves all calls that ask at once', async () => {
  const answers = [whenConfirmed(call(1)), whenConfirmed(call(1))]
  const opened = vi.fn<() => void>()
  const stop = confirmation.subscribe(() => confirmation.isOpen() && opened())
  await vi.waitUntil(confirmation.isOpen)
  confirmation.settle(true)
  await expect(Promise.all(answers)).resolves.toEqual(['answer', 'answer'])
  stop()
  expect([opened.mock.calls.length, confirmation.isOpen()]).toEqual([1, false])
})

test('other refusals are passed on', async () => {
  await expect(whenConfirmed(() => Promise.reject(new AppError('ACCESS_DENIED')))).rejects.toMatchObject({ code: 'ACCESS_DENIED' })
  expect(confirmation.isOpen()).toBe(false)
})

/** A tRPC client whose server gives these answers, one per call. */
function clientOf(...answers: unknown[]) {
  const client = createTRPCClient<AppRouter>({
    links: [
      confirmLink(),
      () => () => ({
        subscribe: (observer) => {
          const answer = answers.shift()
          if (answer instanceof TRPCClientError) observer.error?.(answer)
          else {
            observer.next?.({ result: { type: 'data', data: answer } })
            observer.complete?.()
          }
          return { unsubscribe: () => undefined }
        },
        pipe: () => {
          throw new Error('Nobody pipes here')
        },
      }),
    ],
  })
  return { client, answers }
}

const refusal = () =>
  TRPCClientError.from({ error: { code: -32_603, message: 'Please confirm', data: { appCode: 'REAUTHENTICATE', httpStatus: 403 } } })

test('tRPC’s calls are sent once more in the same way', async () => {
  const { client, answers } = clientOf(refusal(), { ended: 3 })
  const ended = client.profile.endAllSessions.mutate()
  await vi.waitUntil(confirmation.isOpen)
  confirmation.settle(true)
  await expect(ended).resolves.toEqual({ ended: 3 })
  expect(answers).toEqual([])
})

test('and fail as they did where the person cancels', async () => {
  const { client, answers } = clientOf(refusal(), { ended: 3 })
  const ended = client.profile.endAllSessions.mutate()
  await vi.waitUntil(confirmation.isOpen)
  confirmation.settle(false)
  await expect(ended).rejects.toThrow('Please confirm')
  expect(answers).toHaveLength(1)
})
