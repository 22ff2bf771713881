// The server's clock is set back: by its time service, or because its virtual machine went on after a rest (164).
import assert from 'node:assert/strict'
import { platforms } from '#shared/platforms.ts'
import type { Bench } from './bench.ts'
import { ask, said, type Question } from './calls.ts'
import { assertWhole, exported } from './exports.ts'
import { everywhere, type Row, type Trial } from './row.ts'
import { assertTabWhole, sheetExport } from './sheets.ts'
import { openStation, type Station } from './station.ts'

const HOUR_MS = 3_600_000
const setBacksMs = [HOUR_MS, 72 * HOUR_MS]

/** Does the same before the clock of a server is set back and after, each time further. */
async function beforeAndAfter(bench: Bench, work: (station: Station) => Promise<void>): Promise<void> {
  const { sandbox, shops } = bench
  const { account, endpoint: sheetsEndpoint, tokenEndpoint } = sandbox.sheets
  const google = { account, sheetsEndpoint, tokenEndpoint }
  await using station = await openStation({ shops: Object.values(shops), endpoints: { ...sandbox.endpoints }, google })
  await work(station)
  for (const ms of setBacksMs) {
    station.leap(-ms)
    await work(station)
  }
}

const asked =
  (question: Question): Trial =>
  (bench) =>
    beforeAndAfter(bench, async (people) => {
      for (const platform of platforms) assert.ok(said(await ask({ ...bench, people }, question, bench.shops[platform])))
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
    'export page': (bench) =>
      beforeAndAfter(bench, async (station) => {
        for (const platform of platforms) await assertWhole(bench, bench.shops[platform], await exported(station, bench.shops[platform]))
      }),
    'Sheets write': (bench) => beforeAndAfter(bench, async (station) => assertTabWhole(bench, await sheetExport(bench, station))),
  },
}

export const clockCases: readonly Row[] = [clockSetBack]
