import type { SchemaElement } from 'hyparquet-writer'
import type { ColumnKind } from '#server/export/column-kinds.ts'
import type { Cell } from '#server/rows/csv.ts'
import { cellReader } from '#server/sheets/column-formats.ts'
import { isoTimeOf } from './values.ts'

type Value = string | number | bigint | boolean | Date

/** A type of a column: its place in the schema, and the value of a cell. undefined: the cell is none of this type. */
export type ParquetType = { element: Omit<SchemaElement, 'name'>; read: (cell: string | number | boolean) => Value | undefined }

/** Amounts have at most four decimals, as in the currencies of ISO 4217 and in Shopify's own amounts. */
const moneyScale = 4
/** The digits of a decimal that always fits 64 bits. */
const moneyPrecision = 18
const decimal = /^(-?)(\d+)(?:\.(\d+?)0*)?$/

function unscaled(cell: Cell): bigint | undefined {
  const [, sign, whole = '', fraction = ''] = decimal.exec(String(cell)) ?? []
  const isFit = sign !== undefined && fraction.length <= moneyScale && whole.replace(/^0+/, '').length + moneyScale <= moneyPrecision
  return isFit ? BigInt(`${sign}${whole}${fraction.padEnd(moneyScale, '0')}`) : undefined
}

const numberIn = cellReader('number', 'text')
const exactNumber = (cell: Cell): number | undefined => {
  const value = numberIn(cell)
  return typeof value === 'number' ? value : undefined
}
function wholeNumber(cell: Cell): bigint | undefined {
  const value = exactNumber(cell)
  return Number.isSafeInteger(value) ? BigInt(value ?? 0) : undefined
}
function time(cell: Cell): Date | undefined {
  const iso = isoTimeOf(cell)
  return iso === null ? undefined : new Date(iso)
}

export const textType: ParquetType = { element: { type: 'BYTE_ARRAY', converted_type: 'UTF8' }, read: String }
const double: ParquetType = { element: { type: 'DOUBLE' }, read: exactNumber }

export const parquetTypes: Record<ColumnKind, ParquetType> = {
  text: textType,
  flag: { element: { type: 'BOOLEAN' }, read: (cell) => (typeof cell === 'boolean' ? cell : undefined) },
  money: { element: { type: 'INT64', converted_type: 'DECIMAL', precision: moneyPrecision, scale: moneyScale }, read: unscaled },
  count: { element: { type: 'INT64' }, read: wholeNumber },
  weight: double,
  number: double,
  moment: {
    element: {
      type: 'INT64',
      converted_type: 'TIMESTAMP_MILLIS',
      logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
    },
    read: time,
  },
}
