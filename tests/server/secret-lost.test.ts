// A lost APP_SECRET: what was given up keeps nobody from signing in, and credentials that are entered again work.
import { spawnSync } from 'node:child_process'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { mails } from '#drizzle/mail-tables.ts'
import { users } from '#drizzle/schema.ts'
import { twoFactors } from '#drizzle/second-factor-tables.ts'
import { messages } from '#shared/messages.ts'
import { authCall } from '#tests/support/auth-call.ts'
import { secondServer } from '#tests/support/second-server.ts'
import { createWorld, password, type Caller, type World } from '#tests/support/world.ts'

const next = Buffer.alloc(32, 11).toString('base64')

let world: World
let owner: Caller
beforeEach(async () => {
  world = await createWorld()
  owner = await world.signedIn('owner')
})
afterEach(() => world[Symbol.asyncDispose]())

/** A second factor, a mail that waits and a Google key under the secret that will be lost. */
async function addSealed() {
  const { db } = world.deps.database
  await db.insert(twoFactors).values({ id: 'factor', secret: 'lost', backupCodes: 'lost', userId: owner.userId })
  await db.update(users).set({ twoFactorEnabled: true }).where(eq(users.id, owner.userId))
  const at = new Date()
  const row = { recipient: 'guest@world.test', createdAt: at, runAt: at, tries: 1, claim: null, leaseUntil: null, failingSince: null }
  await db.insert(mails).values({ ...row, id: 'waiting', sealed: world.deps.vault.seal('{}', 'mails|waiting|text'), refusedAt: null })
  await world.deps.googleKeys.save(world.sandbox.sheets.account, at)
}

function rotate(...given: string[]) {
  const env = { PATH: process.env['PATH'] ?? '', DATABASE_URL: world.databaseUrl, DATA_DIR: world.folder, APP_SECRET: next }
  const { status, stdout } = spawnSync(process.execPath, ['scripts/secrets-rotate.ts', ...given], { encoding: 'utf8', env })
  return { status, stdout }
}

test('it is given up by the option alone; then people sign in, and stores take new credentials', async () => {
  await addSealed()
  expect(rotate()).toMatchObject({ status: 1, stdout: expect.stringContaining('If it is lost: npm run secrets:rotate -- --give-up\n') })
  await expect(secondServer(world, { secret: next })).rejects.toThrow('APP_SECRET is not the one')
  expect(rotate('--give-up')).toMatchObject({ status: 0, stdout: expect.stringContaining('was given up. Start the server, and enter') })

  await using server = await secondServer(world, { secret: next })
  const signedIn = await authCall(server.app, '/sign-in/email', { email: 'owner-1@world.test', password })
  expect(signedIn).toMatchObject({ status: 200 })
  const headers = { authorization: `Bearer ${signedIn.body.token}` }
  const call = async (method: 'GET' | 'PUT' | 'POST', url: string, payload?: object) => {
    const answer = await server.app.inject({ method, url: `/api/v1${url}`, headers, ...(payload && { payload }) })
    return { status: answer.statusCode, body: answer.json<unknown>() }
  }
  expect(await call('GET', '/stores')).toMatchObject({ status: 200 })
  expect(await call('GET', '/settings/google')).toMatchObject({ status: 200 })
  expect(await server.deps.database.db.$count(mails)).toBe(0)
  const store = `/stores/${world.stores.north}`
  expect(await call('POST', `${store}/test-connection`)).toMatchObject({
    status: 400,
    body: { error: { code: 'CREDENTIALS_NEEDED', message: messages.stores.credentialsLost('North') } },
  })
  expect(await call('PUT', store, { token: 'shpat_test_north' })).toMatchObject({ status: 200 })
  expect(await call('POST', `${store}/test-connection`)).toMatchObject({ status: 200 })
})
