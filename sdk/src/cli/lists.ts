import type { InputOf } from '../operation.ts'
import { count, filled, isSet, oneOf, several, text, type Command, type Given } from './command.ts'
import { printList, TABLE_ROWS } from './print.ts'
import { copyAge } from './copy-age.ts'
import { storeNamed, storesNamed } from './stores.ts'

const shown = { json: { type: 'boolean' }, limit: { type: 'string' } } as const
const store = { type: 'string', multiple: true, short: 's' } as const

export const stores: Command = {
  usage: 'stores',
  summary: 'List the stores whose products you may read.',
  flags: shown,
  async run({ terminal, client }, call) {
    const list = (await client()).stores.each({ permission: 'products:read' }, terminal)
    const columns = [
      ['NAME', (one: Item) => one.name],
      ['PLATFORM', (one: Item) => one.platform],
      ['ADDRESS', (one: Item) => one.domain],
      ['STATE', (one: Item) => (one.active ? (one.state ?? 'not asked yet') : 'inactive')],
      ['ID', (one: Item) => one.id],
    ] as const
    type Item = typeof list extends AsyncGenerator<infer One> ? One : never
    await printList(terminal, list, columns, { isJson: isSet(call, 'json'), limit: count(call, 'limit') })
  },
}

type ProductInclude = NonNullable<InputOf<'products.list'>['include']>[number]

/** The most items of a page. */
const MOST = 250
const MOST_WITH_VARIANTS = 50
/** A page has one item more than is shown, which tells whether there are more. */
const pageSize = (call: Given, most: number) => Math.min((count(call, 'limit') ?? (isSet(call, 'json') ? most : TABLE_ROWS)) + 1, most)

const productStatuses = ['active', 'draft', 'archived'] as const

export const products: Command = {
  usage: 'products --store <store>',
  summary: 'List products of a store: --search, --status, --updated-after; with --json also --variants.',
  flags: {
    ...shown,
    store,
    search: { type: 'string' },
    status: { type: 'string' },
    'updated-after': { type: 'string' },
    variants: { type: 'boolean' },
  },
  async run({ terminal, client }, call) {
    const backcounter = await client()
    const chosen = await storeNamed(backcounter, several(call, 'store'), 'products:read', terminal.signal)
    const filters = {
      search: text(call, 'search'),
      status: oneOf(call, 'status', productStatuses),
      updatedAfter: text(call, 'updated-after'),
    }
    const isWhole = isSet(call, 'variants')
    const include: ProductInclude[] = isWhole ? ['prices', 'skus', 'variants'] : ['prices', 'skus']
    const limit = pageSize(call, isWhole ? MOST_WITH_VARIANTS : MOST)
    const list = backcounter.products.each({ storeId: chosen.id, filters: filled(filters), include, limit }, terminal)
    type Item = typeof list extends AsyncGenerator<infer One> ? One : never
    const columns = [
      ['ID', (one: Item) => one.id],
      ['TITLE', (one: Item) => one.title],
      ['STATUS', (one: Item) => one.status],
      ['PRICE', (one: Item) => [...new Set([one.priceRange?.min, one.priceRange?.max])].join(' – ')],
      ['STOCK', (one: Item) => one.stock],
      ['SKUS', (one: Item) => one.skus?.slice(0, 3).join(', ')],
    ] as const
    await printList(terminal, list, columns, { isJson: isSet(call, 'json'), limit: count(call, 'limit') })
  },
}

export const find: Command = {
  usage: 'find <words>',
  summary: 'Find products in the copy of all stores, by words of titles, SKUs, barcodes, vendors and tags: --store, --status.',
  flags: { ...shown, store, status: { type: 'string' } },
  words: ['words'],
  async run({ terminal, client }, call) {
    const backcounter = await client()
    const names = several(call, 'store')
    const chosen = names.length > 0 ? await storesNamed(backcounter, names, 'products:read', terminal.signal) : []
    const ageOf = copyAge(terminal)
    const list = backcounter.catalogue.each(
      {
        search: call.words.join(' '),
        filters: filled({ status: oneOf(call, 'status', productStatuses) }),
        limit: pageSize(call, MOST),
        ...(chosen.length > 0 ? { storeIds: chosen.map(({ id }) => id) } : {}),
      },
      ageOf.options,
    )
    type Item = typeof list extends AsyncGenerator<infer One> ? One : never
    const columns = [
      ['STORE', (one: Item) => one.storeName],
      ['ID', (one: Item) => one.productId],
      ['TITLE', (one: Item) => one.title],
      ['STATUS', (one: Item) => one.status],
      ['PRICE', (one: Item) => `${[...new Set([one.priceRange?.min, one.priceRange?.max])].join(' – ')} ${one.currency}`],
      ['STOCK', (one: Item) => one.stock],
      ['SKUS', (one: Item) => one.skus.slice(0, 3).join(', ')],
    ] as const
    await printList(terminal, list, columns, { isJson: isSet(call, 'json'), limit: count(call, 'limit') })
    ageOf.note()
  },
}

export const orders: Command = {
  usage: 'orders --store <store> [--store <store>]',
  summary: 'List orders of stores, newest first: --search, --from, --until, --updated-after.',
  flags: {
    ...shown,
    store,
    search: { type: 'string' },
    from: { type: 'string' },
    until: { type: 'string' },
    'updated-after': { type: 'string' },
  },
  async run({ terminal, client }, call) {
    const backcounter = await client()
    const chosen = await storesNamed(backcounter, several(call, 'store'), 'orders:read', terminal.signal)
    const filters = {
      search: text(call, 'search'),
      createdAfter: text(call, 'from'),
      createdBefore: text(call, 'until'),
      updatedAfter: text(call, 'updated-after'),
    }
    const list = backcounter.orders.each(
      { storeIds: chosen.map(({ id }) => id), ...filled(filters), limit: pageSize(call, MOST) },
      terminal,
    )
    type Item = typeof list extends AsyncGenerator<infer One> ? One : never
    const columns = [
      ['ORDER', (one: Item) => one.orderName],
      ['STORE', (one: Item) => one.storeName],
      ['DATE', (one: Item) => one.createdAt],
      ['CUSTOMER', (one: Item) => one.customer?.name],
      ['TOTAL', (one: Item) => `${one.total} ${one.currency}`],
      ['PAYMENT', (one: Item) => one.financialStatus],
      ['FULFILLMENT', (one: Item) => one.fulfillmentStatus],
    ] as const
    await printList(terminal, list, columns, { isJson: isSet(call, 'json'), limit: count(call, 'limit') })
  },
}
