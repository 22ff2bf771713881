import { GraphQLError } from 'graphql'

/** The sort value of a row. Text is lower-cased, times are milliseconds. */
export type SortValue = string | number

export type Position = { readonly id: bigint; readonly value: SortValue }

/** Shopify's format: base64 of {"last_id":…,"last_value":…}. The id is written as digits, because 19 digits exceed a JavaScript number. */
export function cursorOf(id: string, value: SortValue): string {
  return Buffer.from(`{"last_id":${id},"last_value":${JSON.stringify(value)}}`).toString('base64')
}

export function positionOf(cursor: string): Position {
  const text = Buffer.from(cursor, 'base64').toString('utf8')
  const [, id, value] = /^\{"last_id":(\d{1,20}),"last_value":("(?:[^"\\]|\\.)*"|-?[\d.e+-]+)\}$/s.exec(text) ?? []
  if (id === undefined || value === undefined) throw new GraphQLError('Malformed cursor', { extensions: { code: 'BAD_REQUEST' } })
  const parsed: unknown = JSON.parse(value)
  return { id: BigInt(id), value: typeof parsed === 'number' ? parsed : String(parsed) }
}
