import type { Client } from '../client.ts'
import type { Export } from '../exports.ts'
import { defaultOrderColumns, furtherOrderColumns, furtherProductFields, orderColumns, productFields } from '../generated/columns.ts'
import type { MarketColumn, MetafieldColumn, OrderColumn, ProductField } from '../generated/schemas.ts'
import {
  outFileOf,
  filled,
  isSet,
  oneOf,
  several,
  text,
  UsageError,
  type Command,
  type Context,
  type Flags,
  type Given,
} from './command.ts'
import { waitShown } from './jobs.ts'
import { storeNamed, storesNamed } from './stores.ts'

const flags: Flags = {
  store: { type: 'string', multiple: true, short: 's' },
  out: { type: 'string', short: 'o' },
  columns: { type: 'string' },
  search: { type: 'string' },
  'updated-after': { type: 'string' },
  background: { type: 'boolean' },
}

const isMetafield = (part: string): part is MetafieldColumn => /^metafield:[^.]+\.[^.]+$/.test(part)

const isMarket = (part: string): part is MarketColumn => /^market:[^.]+\.(included|price|compareAtPrice)$/.test(part)

/** The columns of a comma-separated flag. Throws UsageError for an unknown one. */
function chosenOf<Column extends string>(
  call: Given,
  known: readonly Column[],
  usual: readonly Column[],
  otherOf: (part: string) => Column | undefined = () => undefined,
): Column[] {
  const typed = text(call, 'columns')
  if (typed === undefined) return [...usual]
  return typed.split(',').map((part) => {
    const named = part.trim()
    const found = otherOf(named) ?? known.find((column) => column.toLowerCase() === named.toLowerCase())
    if (!found) throw new UsageError(`There is no column “${named}”. There are: ${known.join(', ')}`)
    return found
  })
}

/** Saves the file: at once, or by a job, which survives that the connection breaks. */
async function save(context: Context, client: Client, call: Given, exported: Export) {
  const { terminal } = context
  const path = outFileOf(call)
  if (!isSet(call, 'background')) {
    terminal.progress(`writing ${path}`)
    const { bytes, warning } = await exported.toFile(path)
    if (warning !== null) terminal.note(`Note: ${warning}\n`)
    return terminal.note(`${path}: ${bytes} bytes\n`)
  }
  const { id } = await exported.start()
  terminal.note(`Job ${id}\n`)
  const job = await waitShown(context, client, id)
  const { bytes } = await client.jobs.file(job, terminal).toFile(path)
  if (job.warning !== null) terminal.note(`Note: ${job.warning}\n`)
  terminal.note(`${path}: ${bytes} bytes, ${job.counts.distinct} items\n`)
}

export const exportProducts: Command = {
  usage: 'export products --store <store> --out <file>',
  summary: 'Export the products of a store to CSV: --columns, --search, --status, --background.',
  flags: { ...flags, status: { type: 'string' } },
  async run(context, call) {
    const { signal } = context.terminal
    const client = await context.client()
    outFileOf(call)
    const fields = chosenOf<ProductField | MetafieldColumn | MarketColumn>(
      call,
      [...productFields, ...furtherProductFields],
      productFields,
      (part) => (isMetafield(part) || isMarket(part) ? part : undefined),
    )
    const status = oneOf(call, 'status', ['active', 'draft', 'archived'])
    const store = await storeNamed(client, several(call, 'store'), 'products:export', signal)
    const filter = filled({ search: text(call, 'search'), status, updatedAfter: text(call, 'updated-after') })
    await save(context, client, call, client.exports.products({ storeId: store.id, config: { fields, filter } }, { signal }))
  },
}

export const exportOrders: Command = {
  usage: 'export orders --store <store> [--store <store>] --out <file>',
  summary: 'Export the orders of stores to CSV: --columns, --search, --from, --until, --background.',
  flags: { ...flags, from: { type: 'string' }, until: { type: 'string' } },
  async run(context, call) {
    const { signal } = context.terminal
    const client = await context.client()
    outFileOf(call)
    const columns = chosenOf<OrderColumn>(call, [...orderColumns, ...furtherOrderColumns], defaultOrderColumns)
    const stores = await storesNamed(client, several(call, 'store'), 'orders:export', signal)
    const filters = filled({
      search: text(call, 'search'),
      createdAfter: text(call, 'from'),
      createdBefore: text(call, 'until'),
      updatedAfter: text(call, 'updated-after'),
    })
    await save(context, client, call, client.exports.orders({ storeIds: stores.map(({ id }) => id), columns, filters }, { signal }))
  },
}
