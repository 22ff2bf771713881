import { count, isSet, oneOf, several, text, type Command } from './command.ts'
import { printList } from './print.ts'
import { copyAge } from './copy-age.ts'
import { storesNamed } from './stores.ts'

const kinds = ['price', 'title', 'status', 'barcode', 'double', 'stock', 'missing'] as const

export const clashes: Command = {
  usage: 'clashes',
  summary: `List what does not fit between stores with one SKU or barcode: --store, --search, --kind (${kinds.join(', ')}), --ignored.`,
  flags: {
    json: { type: 'boolean' },
    limit: { type: 'string' },
    store: { type: 'string', multiple: true, short: 's' },
    search: { type: 'string' },
    kind: { type: 'string' },
    ignored: { type: 'boolean' },
  },
  async run({ terminal, client }, call) {
    const backcounter = await client()
    const names = several(call, 'store')
    const chosen = names.length > 0 ? await storesNamed(backcounter, names, 'products:read', terminal.signal) : []
    const kind = oneOf(call, 'kind', kinds)
    const ageOf = copyAge(terminal)
    const list = backcounter.catalogue.eachClash(
      {
        search: text(call, 'search') ?? '',
        ignored: isSet(call, 'ignored'),
        ...(kind ? { kinds: [kind] } : {}),
        ...(chosen.length > 0 ? { storeIds: chosen.map(({ id }) => id) } : {}),
      },
      ageOf.options,
    )
    type Item = typeof list extends AsyncGenerator<infer One> ? One : never
    const further = [
      ...(kind === 'missing' ? [['NOT IN', (one: Item) => one.missingIn.map(({ storeName }) => storeName).join(', ')] as const] : []),
      ...(isSet(call, 'ignored')
        ? [
            [
              'IGNORED',
              (one: Item) => one.ignored.map(({ reason, person }) => `${reason}${person ? ` (${person})` : ''}`).join(', '),
            ] as const,
          ]
        : []),
    ]
    const columns = [
      ['BY', (one: Item) => one.by],
      ['CODE', (one: Item) => one.code],
      ['CLASHES', (one: Item) => one.kinds.join(', ')],
      ['STORES', (one: Item) => [...new Set(one.variants.map(({ storeName }) => storeName))].join(', ')],
      ['PRICES', (one: Item) => [...new Set(one.variants.map(({ price, currency }) => `${price} ${currency}`))].join(', ')],
      ...further,
    ] as const
    await printList(terminal, list, columns, { isJson: isSet(call, 'json'), limit: count(call, 'limit') })
    ageOf.note()
  },
}
