// A new APP_SECRET: data encrypted with the former secret stays readable while that secret is configured, and after the rotation without
// it.
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { accounts, settings, stores } from '#drizzle/schema.ts'
import { webhooks } from '#drizzle/event-tables.ts'
import { mails } from '#drizzle/mail-tables.ts'
import { twoFactors } from '#drizzle/second-factor-tables.ts'
import { openDestination } from '#server/destinations/secrets.ts'
import { destinationRow } from '#server/destinations/service.ts'
import { rotateSecrets } from '#server/secrets/rotation.ts'
import { webhookBinding } from '#server/webhooks/secrets.ts'
import { createVault } from '#server/stores/vault.ts'
import { tokensBoundTo } from '#server/stores/tokens.ts'
import { destinationOf, webhookOf } from '#tests/support/belongings.ts'
import { secondServer } from '#tests/support/second-server.ts'
import { appSecret, createWorld, type Caller, type World } from '#tests/support/world.ts'

const next = Buffer.alloc(32, 11).toString('base64')
const both = { secret: next, previousSecrets: [appSecret] }
const refusal = 'APP_SECRET is not the one'

let world: World
let owner: Caller
beforeEach(async () => {
  world = await createWorld()
  owner = await world.signedIn('owner')
})
afterEach(() => world[Symbol.asyncDispose]())

const sealedSecrets = async () => {
  const [store] = await world.deps.database.db.select().from(stores).where(eq(stores.id, world.stores.north))
  return String(store?.secrets)
}
const opened = ({ vault }: World['deps'], sealed: string) => vault.open(sealed, `stores|${world.stores.north}|secrets`)
const setSecrets = (secrets: string) => world.deps.database.db.update(stores).set({ secrets }).where(eq(stores.id, world.stores.north))

/** The format of releases before key ids. */
async function asVersion1() {
  const [, , encoded] = (await sealedSecrets()).split('.')
  await setSecrets(`v1.${encoded}`)
}

const oauthTokens = async () => {
  const [row] = await world.deps.database.db.select().from(accounts).where(eq(accounts.providerId, 'oidc'))
  return row
}

/** Tokens of an issuer in both of better-auth's formats, and a second factor. */
async function addEncrypted() {
  const { db } = world.deps.database
  const { secretConfig } = await world.deps.provider.$context
  if (typeof secretConfig === 'string') throw new Error('the secrets have no versions')
  const times = { createdAt: new Date(), updatedAt: new Date() }
  const accessToken = await symmetricEncrypt({ key: secretConfig, data: 'access' })
  const refreshToken = await symmetricEncrypt({ key: String(secretConfig.legacySecret), data: 'refresh' })
  await db
    .insert(accounts)
    .values({ id: 'elsewhere', accountId: 'x', providerId: 'oidc', userId: owner.userId, accessToken, refreshToken, ...times })
  const secret = await symmetricEncrypt({ key: secretConfig, data: 'totp' })
  await db.insert(twoFactors).values({ id: 'factor', secret, backupCodes: secret, userId: owner.userId })
}

/** A mail that its server refused. */
async function addMail() {
  const at = new Date()
  const row = { recipient: 'guest@world.test', createdAt: at, runAt: at, tries: 1, claim: null, leaseUntil: null, failingSince: null }
  const sealed = world.deps.vault.seal('{}', 'mails|refused|text')
  await world.deps.database.db.insert(mails).values({ ...row, id: 'refused', sealed, refusedAt: at })
}

test('while the former secret is named, credentials open and people stay signed in', async () => {
  await asVersion1()
  await using server = await secondServer(world, both)
  expect(opened(server.deps, await sealedSecrets())).toContain('shpat_test_north')
  const headers = { authorization: `Bearer ${owner.token}` }
  expect((await server.app.inject({ url: '/api/v1/users/me/profile', headers })).statusCode).toBe(200)
})

test('after the rotation the new secret opens everything alone; rotated twice, nothing changes', async () => {
  await asVersion1()
  await addEncrypted()
  await addMail()
  const sealed = world.deps.vault.seal('{}', tokensBoundTo(world.stores.harbor))
  await world.deps.database.db.update(stores).set({ tokens: sealed }).where(eq(stores.id, world.stores.harbor))
  const webhookId = await webhookOf(world)
  const destinationId = await destinationOf(world)
  const { account } = world.sandbox.sheets
  await world.deps.googleKeys.save(account, new Date())
  await owner.rest(
    'POST',
    '/users/invite',
    { email: 'new@world.test', full_name: 'New', role_id: 'admin', store_ids: null },
    { 'idempotency-key': 'k' },
  )
  const secrets = { appSecret: next, previousSecrets: [appSecret] }
  const first = await rotateSecrets(world.deps.database, secrets)
  expect(first).toEqual({
    'stores: credentials': { renewed: 3, current: 0, unopened: 0 },
    'stores: tokens': { renewed: 1, current: 0, unopened: 0 },
    'answers kept for Idempotency-Key': { renewed: 1, current: 0, unopened: 0 },
    'webhooks: secrets': { renewed: 1, current: 0, unopened: 0 },
    'destinations: secrets': { renewed: 1, current: 0, unopened: 0 },
    'Google key': { renewed: 1, current: 0, unopened: 0 },
    'mails that wait': { renewed: 1, current: 0, unopened: 0 },
    'check value': { renewed: 1, current: 0, unopened: 0 },
    'accounts: tokens of issuers': { renewed: 1, current: 0, unopened: 0 },
    'second factors': { renewed: 1, current: 0, unopened: 0 },
  })
  const second = await rotateSecrets(world.deps.database, secrets)
  for (const { renewed, unopened } of Object.values(second)) expect({ renewed, unopened }).toEqual({ renewed: 0, unopened: 0 })
  await expect(secondServer(world)).rejects.toThrow(refusal)
  await using server = await secondServer(world, { secret: next })
  expect(opened(server.deps, await sealedSecrets())).toContain('shpat_test_north')
  const [webhook] = await server.deps.database.db.select().from(webhooks)
  expect(server.deps.vault.open(String(webhook?.secret), webhookBinding(webhookId))).toMatch(/^whsec_/)
  const destination = await destinationRow(server.deps, destinationId)
  expect(openDestination(server.deps.vault, destination)).toHaveProperty('signingKey')
  expect(await server.deps.googleKeys.current()).toMatchObject({ source: 'settings', account: { private_key: account.private_key } })
  const { secretConfig: key } = await server.deps.provider.$context
  const tokens = await oauthTokens()
  expect(await symmetricDecrypt({ key, data: tokens?.accessToken ?? '' })).toBe('access')
  expect(await symmetricDecrypt({ key, data: tokens?.refreshToken ?? '' })).toBe('refresh')
  const [factor] = await server.deps.database.db.select().from(twoFactors)
  expect(await symmetricDecrypt({ key, data: factor?.secret ?? '' })).toBe('totp')
})

test('what no secret opens is counted, and left as it is', async () => {
  const lost = createVault({ appSecret: Buffer.alloc(32, 12).toString('base64') }).seal('x', `stores|${world.stores.north}|secrets`)
  await setSecrets(lost)
  const rotated = await rotateSecrets(world.deps.database, { appSecret: next, previousSecrets: [appSecret] })
  expect(rotated['stores: credentials']).toEqual({ renewed: 2, current: 0, unopened: 1 })
  expect(await sealedSecrets()).toBe(lost)
})

test('a wrong secret is noticed at the start, on a database that is older than the check, too', async () => {
  await expect(secondServer(world, { secret: next })).rejects.toThrow(refusal)
  await world.deps.database.db.delete(settings).where(eq(settings.key, 'secret_check'))
  await expect(secondServer(world, { secret: next })).rejects.toThrow(refusal)
  await using server = await secondServer(world)
  expect(await server.deps.database.db.$count(settings, eq(settings.key, 'secret_check'))).toBe(1)
  await expect(secondServer(world, { secret: next })).rejects.toThrow(refusal)
})
