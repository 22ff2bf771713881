// Case 200: answers whose shape contradicts their schema.
import assert from 'node:assert/strict'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import type { Alteration } from '#sandbox/alterations.ts'
import { messages } from '#shared/messages.ts'
import { platforms, type Platform } from '#shared/platforms.ts'
import { under, type Aim, type Fixture } from './fixture.ts'
import { ask, assertFailed, said, undisturbed, type Question } from './calls.ts'
import { assertJobFailed, assertWhole, exported } from './exports.ts'
import { download, poll, secondPage } from './http-rows.ts'
import { failingNamed } from './odd-rows.ts'
import type { Row, Trial } from './row.ts'
import { assertTabWhole, sheetUnder } from './sheets.ts'

const altered = (how: Alteration) => ({ kind: 'altered', how }) as const
const { answerInvalid } = messages.platform

/** The log names the path of the error in the answer, without content. */
function assertPathTold(logged: readonly string[], from: number): void {
  assert.ok(
    logged.slice(from).some((line) => /"reason":"[\w.]+: invalid_/.test(line)),
    'the log names no path',
  )
}

const refusing =
  (how: Alteration, question: Question, on: readonly Platform[]): Trial =>
  async (fixture) => {
    for (const platform of on) {
      const shop = fixture.shops[platform]
      await undisturbed(fixture, question, shop)
      const from = fixture.people.logged.length
      const answer = await under(fixture, altered(how), { shop: shop.host }, () => ask(fixture, question, shop))
      assertFailed(answer, 'STORE_ANSWER_INVALID', answerInvalid(shop.name))
      assertPathTold(fixture.people.logged, from)
    }
  }

const refusingPages =
  (how: Alteration, on: readonly Platform[]): Trial =>
  async (fixture) => {
    for (const platform of on) {
      const shop = fixture.shops[platform]
      const from = fixture.pages.logged.length
      const aim = { shop: shop.host, ...secondPage[platform] }
      assertJobFailed(
        await under(fixture, altered(how), aim, () => exported(fixture.pages, shop)),
        'STORE_ANSWER_INVALID',
        answerInvalid(shop.name),
      )
      assertPathTold(fixture.pages.logged, from)
    }
  }

/** A bulk operation with an invalid answer is replaced by pages. */
const inBulk =
  (how: Alteration, aimAt: (fixture: Fixture) => Aim): Trial =>
  async (fixture) => {
    const { shopify } = fixture.shops
    await assertWhole(fixture, shopify, await under(fixture, altered(how), aimAt(fixture), () => exported(fixture.bulk, shopify)))
  }

/** The answer to a write confirms it. We read only the number of rows. */
const written =
  (how: Alteration): Trial =>
  async (fixture) =>
    assertTabWhole(fixture, await sheetUnder(fixture, altered(how)))

const ignoring =
  (how: Alteration, question: Question): Trial =>
  async (fixture) => {
    for (const platform of platforms) {
      const shop = fixture.shops[platform]
      const whole = await undisturbed(fixture, question, shop)
      assert.deepEqual(said(await under(fixture, altered(how), { shop: shop.host }, () => ask(fixture, question, shop))), whole)
    }
  }

const ignoringPages =
  (how: Alteration): Trial =>
  async (fixture) => {
    for (const platform of platforms) {
      const shop = fixture.shops[platform]
      await assertWhole(fixture, shop, await under(fixture, altered(how), { shop: shop.host }, () => exported(fixture.pages, shop)))
    }
  }

type Listed = { products: { status: string }[] }
const Listed = z.looseObject({ products: z.array(z.looseObject({ status: z.string() })) })
const archived = (list: Listed) => list.products.map((product) => ({ ...product, status: 'archived' }))

/** A list shows an unknown status as archived. A file contains it unchanged. */
const sleeping: Trial = async (fixture) => {
  const { shopify } = fixture.shops
  const whole = Listed.parse(await undisturbed(fixture, 'list', shopify))
  const list = said(await under(fixture, altered('unknownStatus'), { shop: shopify.host }, () => ask(fixture, 'list', shopify)))
  assert.deepEqual(Listed.parse(list).products, archived(whole))
}

const sleepingPages: Trial = async (fixture) => {
  const { shopify } = fixture.shops
  const { job, file } = await under(fixture, altered('unknownStatus'), { shop: shopify.host }, () => exported(fixture.pages, shopify))
  assert.deepEqual([job.status, job.counts.fetched], ['completed', shopify.products])
  const rows: Record<string, string>[] = parse(file ?? '', { bom: true, columns: true })
  const statuses = new Set(rows.map((row) => row['Status']))
  assert.deepEqual(
    [...statuses].filter((status) => status !== ''),
    ['slumbering'],
  )
}

const both = platforms
const shopifyOnly: readonly Platform[] = ['shopify']

const refusedShape = (how: Alteration, what: string, on: readonly Platform[], cells: Partial<Row['cells']>): Row => ({
  number: 200,
  what,
  cells: {
    test: refusing(how, 'test', on),
    list: refusing(how, 'list', on),
    metadata: refusing(how, 'metadata', on),
    order: refusing(how, 'order', on),
    'export page': refusingPages(how, on),
    'bulk poll': inBulk(how, poll),
    'bulk download': inBulk(how, download),
    'Sheets write': written(how),
    ...cells,
  },
})

const noPages = 'has no pages'
const noLists = 'has no lists'
const noStatus = 'has no status'

export const shapeCases: readonly Row[] = [
  refusedShape('noPageInfo', 'pageInfo is missing', shopifyOnly, {
    test: noPages,
    'bulk poll': noPages,
    'bulk download': noPages,
    'Sheets write': noPages,
  }),
  // ShopBase's texts may be numbers: see 'scalars of another type'.
  refusedShape('numbersForTexts', 'numbers where texts belong', shopifyOnly, {
    'export page': failingNamed(altered('numbersForTexts'), { shopify: 'title' }),
  }),
  refusedShape('nullForLists', 'null where lists belong', both, {
    test: refusing('nullForLists', 'test', shopifyOnly),
    // ShopBase writes empty lists of an order like this.
    order: refusing('nullForLists', 'order', shopifyOnly),
    'bulk poll': noLists,
  }),
  {
    number: 200,
    what: 'fields that nobody asked for',
    cells: {
      test: ignoring('moreFields', 'test'),
      list: ignoring('moreFields', 'list'),
      metadata: ignoring('moreFields', 'metadata'),
      order: ignoring('moreFields', 'order'),
      'export page': ignoringPages('moreFields'),
      'bulk poll': inBulk('moreFields', poll),
      'bulk download': inBulk('moreFields', download),
      'Sheets write': written('moreFields'),
    },
  },
  {
    number: 200,
    what: 'a status that nobody knows',
    cells: {
      test: noStatus,
      list: sleeping,
      metadata: noStatus,
      order: noStatus,
      'export page': sleepingPages,
      'bulk poll': inBulk('unknownStatus', poll),
      'bulk download': inBulk('unknownStatus', download),
      'Sheets write': noStatus,
    },
  },
]
