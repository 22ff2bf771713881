// What a cell of a CSV has to be in another format, as text.
import type { ColumnKind } from '#server/export/column-kinds.ts'

const decimal = /^-?\d+(?:\.\d+)?$/

/** Without the zeros that a number does not keep. */
const shortest = (text: string) => (decimal.test(text) ? text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '') : text)

const moment = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?: ?([+-]\d\d):?(\d\d)?)?$/

/** `wall`: the clock in the zone of the CSV. `instant`: the same moment in UTC. */
export type Times = 'wall' | 'instant'

function timeOf(text: string, times: Times): string {
  const [, day, time, hours, minutes = '00'] = moment.exec(text) ?? []
  if (day === undefined) return text
  return times === 'wall' || hours === undefined ? `${day} ${time}` : new Date(`${day}T${time}${hours}:${minutes}`).toISOString()
}

const cellOf = (text: string, kind: ColumnKind | undefined, times: Times) => {
  if (kind === 'moment') return timeOf(text, times)
  return kind === 'text' || kind === 'flag' ? text : shortest(text)
}

/** Rows in the same form, whatever format they were read from. The first row is the header. */
export const comparable = ([header = [], ...rows]: readonly string[][], kinds: readonly ColumnKind[], times: Times): string[][] => [
  header,
  ...rows.map((row) => row.map((text, at) => cellOf(text, kinds[at], times))),
]
