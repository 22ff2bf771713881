// A person's first minutes with a new container, over HTTP.
import type { ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'

const Announced = z.object({ register: z.string() })

/** The address where the owner registers, which the server logs at its start. The rest of the log is read and dropped. */
export async function registerAddress({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error('the log is not captured')
  const address = Promise.withResolvers<string>()
  createInterface({ input: stdout })
    .on('line', (line) => {
      const { success, data } = Announced.safeParse(JSON.parse(line))
      if (success) address.resolve(data.register)
    })
    .once('close', () => address.reject(new Error('the server ended without an address to register at')))
  return address.promise
}

/** Waits until the server is ready. @returns milliseconds since `start` */
export async function untilReady(address: string, start: number): Promise<number> {
  for (;;) {
    const status = await fetch(`${address}/readyz`).then(
      (answer) => answer.status,
      () => 0,
    )
    if (status === 200) return performance.now() - start
    await pause(10)
  }
}

const Token = z.object({ token: z.string() })

async function post(address: string, path: string, body: object): Promise<unknown> {
  const answer = await fetch(`${address}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}

/** Registers the first account with the setup code, and signs in. @returns the access token */
export async function becomeOwner(address: string, setupCode: string): Promise<string> {
  const account = { email: 'owner@example.com', password: 'a long password of the owner' }
  await post(address, '/api/auth/sign-up/email', { ...account, setup_code: setupCode })
  return Token.parse(await post(address, '/api/auth/sign-in/email', account)).token
}
