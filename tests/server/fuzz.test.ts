// The short form of `npm run prove:fuzz`: fewer of the same requests, without time measurements.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startIssuer, type SandboxIssuer } from '#sandbox/issuer.ts'
import { appSecret, appUrl, createWorld, testShops, type World } from '#tests/support/world.ts'
import { openClient, type Client } from '../../proofs/fuzz/client.ts'
import { gather, type Gathered } from '../../proofs/fuzz/gather.ts'
import { bugs, plantBugs } from '../../proofs/fuzz/planted.ts'
import { fuzz } from '../../proofs/fuzz/run.ts'

const seed = 20_260_103
/** Enough requests to find each planted bug. */
const requests = { clean: 1_500, planted: 500 }
/** Large enough to be refused, small enough to be sent often. */
const heavyBytes = 2 * 1024 * 1024
const workers = 4
const longestMs = 240_000

const redirectUri = `${appUrl}/api/auth/callback/oidc`
const issuerClient = { id: 'fuzz', secret: 'fuzz-issuer-secret', redirectUris: [redirectUri] }

let issuer: SandboxIssuer
let world: World
let client: Client
let gathered: Gathered
beforeAll(async () => {
  issuer = await startIssuer({ client: issuerClient, people: [] })
  const discoveryUrl = `${issuer.url}/.well-known/openid-configuration`
  const vouching = { id: 'oidc' as const, discoveryUrl, clientId: issuerClient.id, clientSecret: issuerClient.secret }
  world = await createWorld({ proxies: 1, issuers: [vouching] })
  client = openClient(await world.app.listen({ host: '127.0.0.1', port: 0 }))
  const { deps, folder, sandbox } = world
  sandbox.sheets.tune({ quota: false })
  const googleKey = JSON.stringify(world.sandbox.sheets.account)
  const shops = Object.values(testShops)
  gathered = await gather({ deps, client, folder, appSecret, shops, secrets: {}, googleKey, work: () => world.work() })
})
afterAll(async () => {
  client.close()
  await world[Symbol.asyncDispose]()
  await issuer.close()
})

const run = (count: number, from: number) =>
  fuzz({ ...gathered, world: { ...gathered.world, heavyBytes }, seed: from, requests: count, workers })

test(
  'whatever anybody sends, no answer is a server error, against its schema or gives anything away, and each operation succeeds',
  async () => {
    const { problems, missing } = await run(requests.clean, seed)
    expect(problems).toEqual([])
    expect(missing()).toEqual([])
  },
  longestMs,
)

test(
  'planted bugs are found: an odd input that is answered with 500, and an answer without one of its fields',
  async () => {
    using _planted = plantBugs()
    const { problems } = await run(requests.planted, seed + 1)
    const kinds = new Set(problems.map(({ kind }) => kind))
    const visible = bugs.map(({ finds }) => finds).filter((kind) => kind !== 'stall')
    expect(visible.filter((kind) => !kinds.has(kind))).toEqual([])
  },
  longestMs,
)

test('TRACE is answered as what is not there', async () => {
  const { status, text } = await client.call('TRACE', '/api/v1/stores', null)
  expect(status).toBeGreaterThanOrEqual(404)
  expect(status).toBeLessThanOrEqual(405)
  expect(text).toContain('"success":false')
})

test('what a shop has approved in a session is saved, over both transports', { timeout: longestMs }, async () => {
  const { approve, crowd } = gathered
  for (const path of ['/api/v1/stores/connect/finish', '/trpc/stores.finishConnect']) {
    const finish = async () => client.call('POST', path, {}, { token: crowd.owner.token })
    expect(await finish()).toMatchObject({ status: 409, text: expect.stringContaining('NOT_APPROVED') })
    await approve(crowd.owner)
    expect(await finish()).toMatchObject({ status: 200 })
  }
})
