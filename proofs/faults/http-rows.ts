// Faults of any answer: their effect at each call, lasting and temporary.
import { STORAGE_HOST } from '#sandbox/shopify/bulk/storage.ts'
import { errors, type ErrorCode } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { platforms, type Platform } from '#shared/platforms.ts'
import { under, type Aim, type Fixture, type InjectedFault } from './fixture.ts'
import { ask, assertFailed, assertInTime, said, undisturbed, type Question } from './calls.ts'
import { assertJobFailed, assertWhole, exported } from './exports.ts'
import type { Row, Trial } from './row.ts'
import { assertNoTab, assertTabWhole, sheetUnder } from './sheets.ts'
import assert from 'node:assert/strict'

/** The code and the message of a store's failure. */
const says = {
  rejected: ['STORE_REJECTED', messages.platform.rejected],
  lacksProducts: ['STORE_LACKS_SCOPE', (store: string) => messages.platform.lacksScope(store, 'read_products')],
  lacksOrders: ['STORE_LACKS_SCOPE', (store: string) => messages.platform.lacksScope(store, 'read_orders')],
  unavailable: ['STORE_UNAVAILABLE', messages.platform.unavailable],
  notFound: ['STORE_UNAVAILABLE', messages.platform.notFound],
  noOrder: ['NOT_FOUND', () => 'Order not found'],
  busy: ['STORE_BUSY', messages.platform.busy],
  unreachable: ['STORE_UNREACHABLE', messages.platform.unreachable],
  answerInvalid: ['STORE_ANSWER_INVALID', messages.platform.answerInvalid],
} as const satisfies Record<string, readonly [ErrorCode, (store: string) => string]>
export type Says = keyof typeof says

/** The effect on a spreadsheet: a failure, or none, because the answer to a write only confirms it. */
export type SheetSays = 'whole' | { code: ErrorCode; message: (email: string) => string }
export const googleUnreachable: SheetSays = { code: 'SHEETS_UNREACHABLE', message: () => errors.SHEETS_UNREACHABLE.message }
export const googleBusy: SheetSays = { code: 'SHEETS_BUSY', message: () => errors.SHEETS_BUSY.message }
export const googleRefused = (why: string): SheetSays => ({ code: 'SHEET_REFUSED', message: () => messages.sheets.refused(why) })

type Where = Question | 'page'
export type HttpFault = {
  number: number
  what: string
  /** `now` is the time of the faulted server. */
  inject: (now: number) => InjectedFault
  /** The shop's failure while the fault lasts. `on` overrides it. */
  lasting: Says
  on?: Partial<Record<Platform, Partial<Record<Where, Says>>>>
  /** The number of faults that retries overcome. */
  passes?: number
  /** Interactive calls get no second attempt: the fault uses up the time limit, or looks like an answer. */
  outlastsPeople?: boolean
  /** The minimum duration of a successful call. */
  waitsMs?: number
  sheet: SheetSays | { without: string }
  /** The platforms with this fault. Default: all. */
  only?: readonly Platform[]
  /** Why a column has no trial. */
  without?: Partial<Row['cells']>
}

/** The requests of an export for its second page. */
export const secondPage = {
  shopify: { operation: 'ExportPage', after: 1 },
  shopbase: { operation: '/admin/products.json', after: 1 },
} as const satisfies Record<Platform, Aim>

const knownTo = ({ only = platforms }: HttpFault) => only

function saysAt(fault: HttpFault, platform: Platform, where: Where): readonly [ErrorCode, (store: string) => string] {
  return says[fault.on?.[platform]?.[where] ?? fault.lasting]
}

function asking(fault: HttpFault, question: Question): Trial {
  const { inject, passes, outlastsPeople = false, waitsMs = 0 } = fault
  return async (fixture) => {
    for (const platform of knownTo(fault)) {
      const shop = fixture.shops[platform]
      const whole = await undisturbed(fixture, question, shop)
      const now = fixture.people.now()
      const failed = await under(fixture, inject(now), { shop: shop.host }, () => ask(fixture, question, shop))
      const [code, message] = saysAt(fault, platform, question)
      assertFailed(failed, code, message(shop.name))
      if (passes === undefined || outlastsPeople) continue
      const came = await under(fixture, inject(fixture.people.now()), { shop: shop.host, times: 1 }, () => ask(fixture, question, shop))
      assert.deepEqual(said(came), whole)
      assertInTime(came)
      assert.ok(came.tookMs >= waitsMs, `it came after ${Math.round(came.tookMs)} ms already`)
    }
  }
}

function exportingPages(fault: HttpFault): Trial {
  return async (fixture) => {
    for (const platform of knownTo(fault)) {
      const shop = fixture.shops[platform]
      const aim = { shop: shop.host, ...secondPage[platform] }
      const [code, message] = saysAt(fault, platform, 'page')
      const failed = await under(fixture, fault.inject(fixture.pages.now()), aim, () => exported(fixture.pages, shop))
      assertJobFailed(failed, code, message(shop.name))
      if (fault.passes === undefined) continue
      const times = fault.passes
      const passed = await under(fixture, fault.inject(fixture.pages.now()), { ...aim, times }, () => exported(fixture.pages, shop))
      await assertWhole(fixture, shop, passed)
    }
  }
}

/** A bulk operation that fails is replaced by pages: the file is complete, whether the fault lasts or not. */
function exportingInBulk(fault: HttpFault, aimAt: (fixture: Fixture) => Aim): Trial {
  return async (fixture) => {
    const shop = fixture.shops.shopify
    for (const times of [undefined, fault.passes ?? 1]) {
      const aim = { ...aimAt(fixture), ...(times === undefined ? {} : { times }) }
      await assertWhole(fixture, shop, await under(fixture, fault.inject(fixture.bulk.now()), aim, () => exported(fixture.bulk, shop)))
    }
  }
}

function writingSheets({ inject, sheet, passes }: HttpFault): Trial | string {
  if (typeof sheet === 'object' && 'without' in sheet) return sheet.without
  return async (fixture) => {
    const now = fixture.pages.now()
    const faulted = await sheetUnder(fixture, inject(now))
    if (sheet === 'whole') await assertTabWhole(fixture, faulted)
    else assertNoTab(fixture, faulted, sheet.code, sheet.message(fixture.sandbox.sheets.account.client_email))
    if (passes !== undefined) await assertTabWhole(fixture, await sheetUnder(fixture, inject(fixture.pages.now()), passes))
  }
}

export const poll = ({ shops }: Fixture): Aim => ({ shop: shops.shopify.host, operation: 'PollBulk' })
export const download = ({ shops }: Fixture): Aim => ({ shop: STORAGE_HOST, operation: shops.shopify.host })

export function httpRow(fault: HttpFault): Row {
  const { number, what, without = {} } = fault
  return {
    number,
    what,
    cells: {
      test: asking(fault, 'test'),
      list: asking(fault, 'list'),
      metadata: asking(fault, 'metadata'),
      order: asking(fault, 'order'),
      'export page': exportingPages(fault),
      'bulk poll': exportingInBulk(fault, poll),
      'bulk download': exportingInBulk(fault, download),
      'Sheets write': writingSheets(fault),
      ...without,
    },
  }
}
