// A download that is read slowly ends with the rights of its caller.
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEntries } from '#drizzle/audit-tables.ts'
import { createWorld, type Caller, type World } from '#tests/support/world.ts'

let world: World
let owner: Caller
let address: string
beforeAll(async () => {
  world = await createWorld()
  owner = await world.signedIn('owner')
  await world.app.listen({ host: '127.0.0.1', port: 0 })
  address = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}/api/v1`
  const entry = { actorId: 'somebody', action: 'test.filled', decision: 'allowed', door: 'rest', requestId: 'none', repeats: 1 } as const
  const details = { text: 'x'.repeat(1_500) }
  for (let page = 0; page < 30; page += 1)
    await world.deps.database.db
      .insert(auditEntries)
      .values(Array.from({ length: 500 }, () => ({ ...entry, id: crypto.randomUUID(), at: new Date(world.clock.now), details })))
})
afterAll(() => world[Symbol.asyncDispose]())

/** Begins to download the audit log, and stops reading. */
const begun = ({ token }: Caller) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    get(`${address}/audit/csv`, { headers: { authorization: `Bearer ${token}` } }, (answer) => resolve(answer.pause())).once(
      'error',
      reject,
    )
  })

/** Reads the rest. Returns whether it is whole. */
async function isWhole(answer: IncomingMessage): Promise<boolean> {
  try {
    for await (const _ of answer);
    return answer.complete
  } catch {
    return false
  }
}

test(
  'a download breaks off once its caller is deactivated, signed out or has lost a role, not before, and not where a role was raised',
  { timeout: 60_000 },
  async () => {
    const lose: ((caller: Caller) => Promise<{ status: number }>)[] = [
      ({ userId }) => owner.rest('DELETE', `/users/${userId}`),
      (caller) => caller.rest('DELETE', '/users/me/sessions'),
      ({ userId }) => owner.rest('PUT', `/users/${userId}/roles`, { roles: [{ role_id: 'viewer', store_id: world.stores.north }] }),
    ]
    const keep: typeof lose = [
      async () => ({ status: 200 }),
      ({ userId }) => owner.rest('PUT', `/users/${userId}/roles`, { roles: [{ role_id: 'owner', store_id: null }] }),
    ]
    const changes = [...lose, ...keep]
    const callers = await Promise.all(changes.map(() => world.signedIn('admin')))
    const answers = await Promise.all(callers.map(begun))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(changes.map(() => 200))
    for (const [index, change] of changes.entries()) expect((await change(callers[index] ?? owner)).status).toBe(200)
    await pause(2_100)
    expect(await Promise.all(answers.map(isWhole))).toEqual([false, false, false, true, true])
  },
)
