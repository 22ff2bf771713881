import type { Answer } from './answer.ts'

export const ALTERATIONS = [
  'noPageInfo',
  'numbersForTexts',
  'nullForLists',
  'moreFields',
  'unknownStatus',
  'anotherVersion',
  'oddScalars',
  'unreadableRow',
] as const
export type Alteration = (typeof ALTERATIONS)[number]

/** Text fields that become numbers, in objects and in metadata about them. */
const TEXTS = new Set(['title', 'name', 'spreadsheetId', 'objectCount'])
const SOME_NUMBER = 12_345

type Fields = [name: string, value: unknown][]
type Change = { readonly fields?: (fields: Fields) => Fields; readonly list?: (rows: readonly unknown[]) => unknown }

const whereNamed = (is: (name: string) => boolean, value: unknown) => (fields: Fields) =>
  fields.map(([name, known]): Fields[number] => [name, is(name) ? value : known])

/** Texts of digits that become numbers. */
const NUMBERLIKE = new Set(['sku', 'zip', 'barcode', 'phone'])

/** Known deviations of REST APIs from their schema: the same or empty content in another type. */
function oddScalar([name, known]: Fields[number]): Fields[number] {
  if (name === 'currency') return [name, null]
  if (name === 'note_attributes') return [name, [{ name: 'gift', value: 1 }]]
  if (name === 'discount_code' && Array.isArray(known)) return [name, known[0]]
  if (NUMBERLIKE.has(name)) return [name, SOME_NUMBER]
  if (name.endsWith('_at') && typeof known === 'number') return [name, String(known)]
  if (typeof known === 'boolean') return [name, known ? 1 : 0]
  return [name, name === 'quantity' ? String(known) : known]
}

/** Makes part of an order or product unreadable. Shopify's rows are in edges or alone. */
function unreadable(row: unknown): unknown {
  if (typeof row !== 'object' || row === null) return row
  if ('node' in row) return { ...row, node: unreadable(row.node) }
  if ('legacyResourceId' in row && 'currencyCode' in row) return { ...row, currencyCode: null }
  if ('legacyResourceId' in row && 'status' in row) return { ...row, status: null }
  if ('line_items' in row || ('created_at' in row && 'name' in row)) return { ...row, created_at: 'soon' }
  if ('variants' in row) return { ...row, variants: 'none' }
  return 'product_type' in row ? { ...row, title: ['none'] } : row
}

const CHANGES: Readonly<Record<Exclude<Alteration, 'anotherVersion'>, Change>> = {
  noPageInfo: { fields: (fields) => fields.filter(([name]) => name !== 'pageInfo') },
  numbersForTexts: { fields: whereNamed((name) => TEXTS.has(name), SOME_NUMBER) },
  nullForLists: { list: () => null },
  moreFields: { fields: (fields) => [...fields, ['addedSinceThen', { nobody: ['knows', 'it'] }]] },
  oddScalars: { fields: (fields) => fields.map(oddScalar) },
  unreadableRow: { list: (rows) => rows.map((row, index) => (index === 1 ? unreadable(row) : row)) },
  unknownStatus: { fields: whereNamed((name) => name === 'status', 'SLUMBERING') },
}

function altered(value: unknown, change: Change): unknown {
  const { fields = (known) => known, list = (rows) => rows } = change
  if (Array.isArray(value)) return list(value.map((one) => altered(one, change)))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(fields(Object.entries(value).map(([name, one]) => [name, altered(one, change)])))
}

/** The answer with its JSON, or each line of its JSONL, in another shape. */
export function alter(answer: Answer, how: Alteration): Answer {
  if (how === 'anotherVersion') return { ...answer, headers: { ...answer.headers, 'x-shopify-api-version': '2099-01' } }
  const again = (text: string) => JSON.stringify(altered(JSON.parse(text), CHANGES[how]))
  const text = answer.body.toString()
  const isLines = answer.headers['content-type'] === 'application/jsonl'
  return { ...answer, body: isLines ? text.replaceAll(/.+/g, again) : again(text) }
}
