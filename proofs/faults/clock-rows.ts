// The server's clock goes back: by its time service, or because its virtual machine was suspended (164).
import assert from 'node:assert/strict'
import { platforms } from '#shared/platforms.ts'
import type { Fixture } from './fixture.ts'
import { ask, said, type Question } from './calls.ts'
import { assertWhole, exported } from './exports.ts'
import { everywhere, type Row, type Trial } from './row.ts'
import { assertTabWhole, sheetExport } from './sheets.ts'
import { openProofServer, type ProofServer } from './server.ts'

const HOUR_MS = 3_600_000
const setBacksMs = [HOUR_MS, 72 * HOUR_MS]

/** Does the same before and after the server's clock goes back, each time further. */
async function beforeAndAfter(fixture: Fixture, work: (server: ProofServer) => Promise<void>): Promise<void> {
  const { sandbox, shops } = fixture
  const { account, endpoint: sheetsEndpoint, tokenEndpoint } = sandbox.sheets
  const google = { account, sheetsEndpoint, tokenEndpoint }
  await using server = await openProofServer({ shops: Object.values(shops), endpoints: { ...sandbox.endpoints }, google })
  await work(server)
  for (const ms of setBacksMs) {
    server.leap(-ms)
    await work(server)
  }
}

const asked =
  (question: Question): Trial =>
  (fixture) =>
    beforeAndAfter(fixture, async (people) => {
      for (const platform of platforms) assert.ok(said(await ask({ ...fixture, people }, question, fixture.shops[platform])))
    })

const clockSetBack: Row = {
  number: 164,
  what: 'the clock is set back by hours and days',
  cells: {
    ...everywhere('the same waits as for pages'),
    test: asked('test'),
    list: asked('list'),
    metadata: asked('metadata'),
    order: asked('order'),
    'export page': (fixture) =>
      beforeAndAfter(fixture, async (server) => {
        for (const platform of platforms)
          await assertWhole(fixture, fixture.shops[platform], await exported(server, fixture.shops[platform]))
      }),
    'Sheets write': (fixture) => beforeAndAfter(fixture, async (server) => assertTabWhole(fixture, await sheetExport(fixture, server))),
  },
}

export const clockCases: readonly Row[] = [clockSetBack]
