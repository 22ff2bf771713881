// A process of the product whose separate Postgres can be stopped and restarted.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { startSandbox } from '#sandbox/start.ts'
import { startMachine, type Machine } from '../../scripts/machine.ts'
import { startPostgres } from '../../scripts/postgres-server.ts'
import { startRelay, type Relay } from '../../scripts/relay.ts'
import { appSecret } from '../instruction.ts'
import { nothingKnown, proofShop, secrets, type Fixture } from './fixture.ts'
import { callerAt, send } from './caller.ts'
import { storeRequestOf } from './server.ts'

export type DatabaseAwayFixture = Pick<Fixture, 'sandbox' | 'known' | 'pages'> & {
  shop: ReturnType<typeof proofShop>
  machine: Machine
  relay: Relay
  owner: { email: string; password: string }
  /** The owner's token. */
  token(): Promise<string>
  /** The secrets in the server's log. */
  leaked(): string[]
  [Symbol.asyncDispose](): Promise<void>
}

const owner = { email: 'owner@away.test', password: 'correct horse 1' }
const Made = z.object({ data: z.object({ store: z.object({ id: z.string() }) }) })

/** Enough products that an export of all their fields has a middle, with checkpoints. */
const products = 800

export async function openDatabaseAwayFixture(): Promise<DatabaseAwayFixture> {
  await using opened = new AsyncDisposableStack()
  const shop = proofShop('shopify', 'away', { products, orders: 0 })
  const sandbox = await startSandbox({ shops: [shop] })
  opened.defer(() => sandbox.close())
  sandbox.tune({ costBucket: false })
  const postgres = opened.use(await startPostgres())
  const relay = opened.use(await startRelay(join(decodeURIComponent(new URL(postgres.url).hostname), '.s.PGSQL.5432')))
  const folder = await mkdtemp(join(tmpdir(), 'away-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  const machine = opened.use(
    await startMachine({
      ROLE: 'all',
      DATABASE_URL: `postgres://postgres@127.0.0.1:${relay.port}/postgres`,
      DATA_DIR: folder,
      APP_SECRET: appSecret,
      PLATFORM_ENDPOINTS: JSON.stringify(sandbox.endpoints),
    }),
  )
  const { url } = machine
  await send(`${url}/api/auth/sign-up/email`, 'POST', null, owner)
  const { call, token } = callerAt(url, owner)
  const { text, body } = await call('POST', '/stores', storeRequestOf(shop))
  const made = Made.safeParse(body)
  if (!made.success) throw new Error(`no store: ${text}`)
  const kept = opened.move()
  return {
    sandbox,
    known: nothingKnown(),
    pages: {
      call,
      storeOf: () => made.data.data.store.id,
      // A separate process has the machine's clock.
      leap: () => {},
      forgetOutages: () => {},
      now: () => Date.now(),
      logged: machine.said,
      [Symbol.asyncDispose]: () => kept.disposeAsync(),
    },
    shop,
    machine,
    relay,
    owner,
    token,
    leaked: () => Object.entries(secrets).flatMap(([name, secret]) => (machine.said.some((line) => line.includes(secret)) ? name : [])),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}
