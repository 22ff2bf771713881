// Case 191: unreachable addresses of the shop, of the storage of its files and of Google.
import assert from 'node:assert/strict'
import { STORAGE_HOST } from '#sandbox/shopify/bulk/storage.ts'
import { errors } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { everyDeadEnd, FAST, lostShop, type Fixture, type DeadEnd, type Known } from './fixture.ts'
import { ask, assertFailed, orderOf, type Question } from './calls.ts'
import { assertJobFailed, assertWhole, exported } from './exports.ts'
import type { Row, Trial } from './row.ts'
import { assertNoTab, sheetExport } from './sheets.ts'
import { openProofServer, type ProofServer } from './server.ts'

/** A server with an unreachable storage of files, or an unreachable Google. */
function severed(fixture: Fixture, dead: DeadEnd, what: 'storage' | 'google'): Promise<ProofServer> {
  const { sandbox, deadEnds, shops } = fixture
  const { account, endpoint, tokenEndpoint } = sandbox.sheets
  const address = deadEnds[dead]
  return openProofServer({
    speed: FAST,
    shops: [shops.shopify],
    endpoints: { ...sandbox.endpoints, ...(what === 'storage' ? { [STORAGE_HOST]: address } : {}) },
    google: { account, sheetsEndpoint: what === 'google' ? address : endpoint, tokenEndpoint },
    bulkAfterMs: what === 'storage' ? 0 : Infinity,
  })
}

function asking(dead: DeadEnd, question: Question): Trial {
  const shop = lostShop(dead)
  return async (fixture) => {
    const known: Known = { answers: new Map(), texts: new Map([[orderOf(shop), Promise.resolve('1')]]) }
    assertFailed(await ask({ ...fixture, known }, question, shop), 'STORE_UNREACHABLE', messages.platform.unreachable(shop.name))
  }
}

/** The first attempt, and one a day later, with at least one call each. */
const LEAST_CALLS = 2

function exporting(dead: DeadEnd): Trial {
  const shop = lostShop(dead)
  return async ({ pages }) => {
    assertJobFailed(await exported(pages, shop), 'STORE_UNREACHABLE', messages.platform.unreachable(shop.name))
    const calls = pages.logged.filter((line) => line.includes('"msg":"shop call"') && line.includes(shop.host))
    assert.ok(calls.length >= LEAST_CALLS, `the export gave up after ${calls.length} calls`)
  }
}

const downloading =
  (dead: DeadEnd): Trial =>
  async (fixture) => {
    await using server = await severed(fixture, dead, 'storage')
    const { shopify } = fixture.shops
    await assertWhole(fixture, shopify, await exported(server, shopify))
    assert.ok(server.logged.some((line) => line.includes('bulk operation given up')))
  }

const writing =
  (dead: DeadEnd): Trial =>
  async (fixture) => {
    await using server = await severed(fixture, dead, 'google')
    assertNoTab(fixture, await sheetExport(fixture, server), 'SHEETS_UNREACHABLE', errors.SHEETS_UNREACHABLE.message)
  }

const names: Record<DeadEnd, string> = {
  refused: 'connection refused',
  unknown: 'a name that nobody has',
  blackHole: 'connecting takes for ever',
  noTls: 'no TLS is spoken',
}

const socketRow = (dead: DeadEnd): Row => ({
  number: 191,
  what: names[dead],
  cells: {
    test: asking(dead, 'test'),
    list: asking(dead, 'list'),
    metadata: asking(dead, 'metadata'),
    order: asking(dead, 'order'),
    'export page': exporting(dead),
    'bulk poll': 'a socket knows no operations: as for pages',
    'bulk download': downloading(dead),
    'Sheets write': writing(dead),
  },
})

export const socketCases: readonly Row[] = everyDeadEnd.map(socketRow)
