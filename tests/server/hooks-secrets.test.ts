// Secrets that are no secrets, or cannot be read any more, and addresses that name no store.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stores } from '#drizzle/schema.ts'
import { boundTo } from '#server/stores/secrets.ts'
import { createHookStage, telling, type HookStage, type TellingShop } from '#tests/support/hook-stage.ts'
import { minuteMs } from '#tests/support/catalogue.ts'
import { testShops } from '#tests/support/world.ts'

let stage: HookStage
beforeAll(async () => {
  stage = await createHookStage()
  await stage.keep()
})
afterAll(() => stage[Symbol.asyncDispose]())

const setSecrets = (name: TellingShop, secrets: string) =>
  stage.world.deps.database.db.update(stores).set({ secrets }).where(eq(stores.id, stage.world.stores[name]))
const unsigned = async (name: TellingShop) => (await stage.post(name, '{"id":1}', { secret: 'a guess' })).status

test.each(['%00', 'a%00b', '%F0%9F%9B%92', '..%2F..', '%25', "'%20or%201=1", 'x'.repeat(65)])(
  'an id such as %s is refused like that of an unknown store',
  async (storeId) => {
    for (const name of telling) {
      const answer = await stage.post(name, '{"id":1}', { storeId })
      expect(answer).toMatchObject({ status: 401, text: expect.stringContaining('not signed by a shop') })
    }
    expect((await fetch(`${stage.url}/api/v1/catalogue/webhooks/shopify%00/${storeId}`, { method: 'POST' })).status).toBe(401)
  },
)

test('nobody can sign with an empty shared secret, and the state says that there is none', async () => {
  const id = stage.world.stores.print
  const { apiKey, password } = testShops.print.credentials
  const { vault } = stage.world.deps
  await setSecrets(
    'print',
    vault.seal(JSON.stringify({ kind: 'apiPassword', apiKey, apiPassword: password, sharedSecret: '' }), boundTo(id)),
  )
  expect((await stage.post('print', '{"id":1}', { secret: '' })).status).toBe(401)
  expect(await stage.hinted('print')).toEqual([])
  stage.later(25 * 60 * minuteMs)
  await stage.keep()
  expect(await stage.state('print')).toMatchObject({ state: 'ready', webhooks: 'unavailable' })
})

test.each(telling)(
  'a store of %s whose secrets cannot be opened refuses messages like an unknown one, and can be deleted',
  async (name) => {
    await setSecrets(name, 'sealed with another key')
    expect(await unsigned(name)).toBe(401)
    expect((await stage.post(name, '{"id":1}')).status).toBe(401)
    const owner = await stage.world.signedIn('owner')
    expect((await owner.rest('PUT', `/catalogue/stores/${stage.world.stores[name]}`, { isOn: false })).status).toBe(200)
    await stage.keep()
    expect(await stage.state(name)).toMatchObject({
      webhooks: 'off',
      webhooksReason: expect.stringContaining('could not be asked to stop'),
    })
    stage.world.logged.length = 0
    expect((await owner.rest('DELETE', `/stores/${stage.world.stores[name]}`)).status).toBe(200)
    await expect.poll(() => stage.world.logged.join('')).toContain('could not be asked to stop telling')
    expect(await unsigned(name)).toBe(401)
  },
)
