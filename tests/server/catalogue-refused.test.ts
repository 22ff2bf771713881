// A server whose user of Postgres may make no schema for the copy of the catalogues.
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withClient } from '#drizzle/postgres-connection.ts'
import { createCatalogueKeeper } from '#server/catalogue/keeper.ts'
import { errors } from '#shared/errors.ts'
import { examinedIn, linesOf } from '#tests/support/doctor.ts'
import { secondServer } from '#tests/support/second-server.ts'
import { createWorld, type Caller, type World } from '#tests/support/world.ts'

const role = `confined_${crypto.randomUUID().replaceAll('-', '')}`
let world: World
let owner: Caller
beforeAll(async () => {
  world = await createWorld()
  owner = await world.signedIn('owner')
})
afterAll(() => world[Symbol.asyncDispose]())

/** Without the right to make anything in the database. */
async function confinedUrl(): Promise<string> {
  const url = new URL(world.databaseUrl)
  await withClient(url.href, async (client) => {
    await client.query(`create role ${role} login password '${role}'`)
    await client.query(`grant usage on schema public, drizzle to ${role}`)
    await client.query(`grant all on all tables in schema public, drizzle to ${role}`)
    await client.query(`grant all on all sequences in schema public, drizzle to ${role}`)
  })
  // The URL of a socket has no host, and takes no user name by the setters of URL.
  return url.href.replace(/^postgres:\/\/([^@]*@)?/, `postgres://${role}:${role}@`)
}

test('it starts, says what is missing everywhere, and does all else', async () => {
  const databaseUrl = await confinedUrl()
  try {
    await using server = await secondServer({ ...world, databaseUrl })
    const call = async (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) => {
      const headers = { authorization: `Bearer ${owner.token}` }
      return server.app.inject({ method, url: `/api/v1${path}`, headers, ...(payload ? { payload } : {}) })
    }
    const { status, message } = errors.CATALOGUE_REFUSED
    const refused = { success: false, message, error: { code: 'CATALOGUE_REFUSED', message } }
    for (const answer of [
      await call('GET', '/catalogue/stores'),
      await call('GET', '/catalogue/summary'),
      await call('POST', '/catalogue/search', {}),
    ]) {
      expect(answer.statusCode).toBe(status)
      expect(answer.json()).toEqual(refused)
    }
    expect((await call('GET', '/stores')).statusCode).toBe(200)
    expect((await call('PUT', '/catalogue', { isOn: false })).statusCode).toBe(200)
    expect((await call('PUT', '/catalogue', { isOn: true })).statusCode).toBe(200)

    world.logged.length = 0
    const keeper = createCatalogueKeeper(server.deps, { findMs: 1 })
    keeper.start()
    const told = () => world.logged.filter((line) => line.includes('the catalogues could not be looked after'))
    while (told().length === 0) await pause(10)
    await keeper.stop()
    expect(told()).toEqual([expect.stringContaining(`create schema catalogue authorization ${role}`)])

    const report = await examinedIn({ ...world, databaseUrl }, { APP_URL: 'http://localhost:3000' })
    expect(linesOf(report, 'catalogue')).toEqual([
      expect.stringMatching(/^problem catalogue The database does not let .* let its administrator run “create schema catalogue/),
    ])
  } finally {
    await withClient(world.databaseUrl, async (client) => {
      await client.query(`drop owned by ${role}`)
      await client.query(`drop role ${role}`)
    })
  }
})
