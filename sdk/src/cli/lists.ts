import { count, filled, isSet, oneOf, several, text, type Command } from './command.ts'
import { printList } from './print.ts'
import { storesNamed } from './stores.ts'

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

const productStatuses = ['active', 'draft', 'archived'] as const

export const products: Command = {
  usage: 'products --store <store>',
  summary: 'List products of a store: --search, --status, --updated-after.',
  flags: { ...shown, store, search: { type: 'string' }, status: { type: 'string' }, 'updated-after': { type: 'string' } },
  async run({ terminal, client }, call) {
    const backcounter = await client()
    const [chosen] = await storesNamed(backcounter, several(call, 'store').slice(0, 1), 'products:read', terminal.signal)
    const isJson = isSet(call, 'json')
    const filters = {
      search: text(call, 'search'),
      status: oneOf(call, 'status', productStatuses),
      updatedAfter: text(call, 'updated-after'),
    }
    const include = isJson ? ['prices' as const, 'variants' as const] : ['prices' as const, 'skus' as const]
    const list = backcounter.products.each({ storeId: chosen?.id ?? '', filters: filled(filters), include }, terminal)
    type Item = typeof list extends AsyncGenerator<infer One> ? One : never
    const columns = [
      ['ID', (one: Item) => one.id],
      ['TITLE', (one: Item) => one.title],
      ['STATUS', (one: Item) => one.status],
      ['PRICE', (one: Item) => [...new Set([one.priceRange?.min, one.priceRange?.max])].join(' – ')],
      ['STOCK', (one: Item) => one.stock],
      ['SKUS', (one: Item) => one.skus?.slice(0, 3).join(', ')],
    ] as const
    await printList(terminal, list, columns, { isJson, limit: count(call, 'limit') })
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
    const list = backcounter.orders.each({ storeIds: chosen.map(({ id }) => id), ...filled(filters) }, terminal)
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
