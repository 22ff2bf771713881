// A world in which all twelve kinds of secrets are created and used, in successful and failing calls. `npm run prove:secrets` searches the
// files it leaves.
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startIssuer, type SandboxIssuer } from '#sandbox/issuer.ts'
import { endpoints } from '#server/http/endpoints.ts'
import { addressOf, authCall } from '#tests/support/auth-call.ts'
import { readable } from '#tests/support/outbox.ts'
import { appUrl, createWorld, password, storeRequest, testShops, type Caller, type World } from '#tests/support/world.ts'

const canary = (kind: string) => `canary-${kind}-${crypto.randomUUID()}`
const smtpPassword = canary('smtp')
const clientSecret = canary('oauth')
const shops = {
  north: { ...testShops.north, credentials: { accessToken: canary('shopify') } },
  harbor: { ...testShops.harbor, credentials: { clientId: 'harbor-id', clientSecret: canary('client') } },
  print: { ...testShops.print, credentials: { apiKey: canary('key'), password: canary('password') } },
}
const documentUrl = 'https://docs.google.com/spreadsheets/d/demo-exports/edit'

const mails: string[] = []
let smtp: SMTPServer
let issuer: SandboxIssuer
let world: World
let owner: Caller
beforeAll(async () => {
  smtp = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: false,
    onAuth: ({ password: given }, _session, done) => done(given === smtpPassword ? null : new Error('no'), { user: 'office' }),
    onData(stream, _session, done) {
      let text = ''
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
      stream.once('end', () => {
        mails.push(readable(text))
        done()
      })
    },
  })
  const listening = smtp.listen(0, '127.0.0.1')
  await new Promise((resolve) => listening.once('listening', resolve))
  const address = listening.address()
  const port = typeof address === 'object' ? address?.port : 0
  const client = { id: 'back-office', secret: clientSecret, redirectUris: [`${appUrl}/api/auth/callback/oidc`] }
  issuer = await startIssuer({ client, people: [] })
  const discoveryUrl = `${issuer.url}/.well-known/openid-configuration`
  world = await createWorld({
    shops,
    smtpUrl: `smtp://office:${smtpPassword}@127.0.0.1:${port}`,
    issuers: [{ id: 'oidc', discoveryUrl, clientId: client.id, clientSecret }],
  })
  owner = await world.signedIn('owner')
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  await issuer.close()
  await new Promise<void>((ended) => smtp.close(ended))
})

const call = (path: string, payload: object, from = 1) => authCall(world.app, path, payload, { from: addressOf(from) })
const mailTo = (email: string, words: RegExp) =>
  vi.waitFor(() => expect(mails.find((mail) => mail.includes(email) && words.test(mail)) ?? '').not.toBe(''), { timeout: 20_000 })
const secretIn = (email: string, pattern: RegExp) =>
  pattern.exec(mails.findLast((mail) => mail.includes(email) && pattern.test(mail)) ?? '')?.[1] ?? ''

test('stores are tested, changed, refused and read, with each kind of credentials', async () => {
  for (const [name, id] of Object.entries(world.stores)) {
    expect([name, (await owner.rest('POST', `/stores/${id}/test-connection`)).status]).toEqual([name, 200])
    await owner.rest('PUT', `/stores/${id}`, { active: true, domain: 'nowhere' })
    await owner.trpc('stores.get', { id })
  }
  world.sandbox.faults.add({ kind: 'status', status: 401 })
  for (const id of Object.values(world.stores)) await owner.rest('POST', `/stores/${id}/test-connection`)
  world.sandbox.faults.clear()
  await owner.rest('POST', '/stores', storeRequest('north', { token: shops.north.credentials.accessToken }))
})

test('exports are made as files, jobs and sheets, and fail', async () => {
  for (const storeId of Object.values(world.stores)) {
    const config = { fields: ['Title', 'Handle'], maxItemsPerFile: 20 }
    await owner.rest('POST', '/products/export/csv', { storeId, config })
    await owner.rest('POST', '/products/export', { storeId, config })
    await owner.rest('POST', '/products/export', { storeId, config: { ...config, exportFormat: 'sheet', sheetExport: documentUrl } })
    await owner.rest('POST', '/export/csv', { storeIds: [storeId], columns: ['orderName', 'total'] })
  }
  await world.work()
  world.sandbox.faults.add({ kind: 'status', status: 500 })
  await owner.rest('POST', '/products/export', { storeId: world.stores.north, config: { fields: ['Title'] } })
  await owner.rest('POST', '/sheets/verify', { url: documentUrl })
  world.sandbox.faults.clear()
})

test('people are invited, come in, forget their passwords and leave', async () => {
  const email = 'invited@secrets.test'
  await owner.rest('POST', '/users/invite', { email, full_name: 'New', role_id: 'admin', store_ids: null })
  await mailTo(email, /access_token=/)
  const tokens = { access_token: secretIn(email, /access_token=([\w-]+)/), refresh_token: secretIn(email, /refresh_token=([\w-]+)/) }
  world.plant('invitation', tokens.access_token)
  await call('/accept-invite', { ...tokens, extra: 'x' })
  expect((await call('/accept-invite', tokens)).status).toBe(200)
  await call('/accept-invite', tokens)
  await call('/request-password-reset', { email })
  await mailTo(email, /reset-password#token=/)
  const token = secretIn(email, /reset-password#token=([\w-]+)/)
  world.plant('reset link', token)
  await call('/reset-password', { token, password: 'short' })
  expect((await call('/reset-password', { token, password })).status).toBe(200)
  const { body } = await call('/sign-in/email', { email, password })
  world.plant('session', body.refresh_token)
  world.plant('access token', body.token)
  for (const wrong of [`${body.refresh_token}x`, body.token]) await call('/token', { refresh_token: wrong })
  await world.caller(`${body.token}x`).rest('GET', '/users/me/profile')
  await call('/sign-in/social', { provider: 'oidc' })
  await world.app.inject('/api/auth/callback/oidc?code=made-up&state=made-up')
  await call('/sign-out', { refresh_token: body.refresh_token })
})

test('every call is made with nonsense, and every list is read', async () => {
  for (const { path, method, url } of endpoints.filter((endpoint) => endpoint.path !== 'profile.endAllSessions')) {
    const address = url.replaceAll(/\{\w+\}/g, 'nothing')
    await owner.rest(method, address, ...(method === 'POST' || method === 'PUT' ? [{ nonsense: true }] : []))
    await owner.trpc(path, { nonsense: true })
    if (method === 'GET') await owner.rest(method, address)
  }
  expect(mails.length).toBeGreaterThan(0)
})
