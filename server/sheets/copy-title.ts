// The title of a copy of a tab says what the next attempt has to know, because a run can end at any call.
import { AppError } from '#shared/errors.ts'
import { sheetUpdateMessages as wordings } from '#shared/sheet-update-messages.ts'
import type { SinkRun } from '#server/rows/sink.ts'
import { tabOrder, type KeyedTab } from '#server/sheets/keyed-tab.ts'
import { runMark, tabIdOf } from '#server/sheets/own-tab.ts'
import type { RowSpan } from '#server/sheets/requests.ts'
import { cellsOf, type SheetTab } from '#server/sheets/sheets.ts'

/** The columns that a run writes, ascending. Those from `lackingFrom` on had no values, and get their headers as well. */
export type WrittenColumns = { places: readonly number[]; lackingFrom: number }

/**
 * A copy of the tab `targetId` from right before a run wrote into it. `written`: null where the title had no room for it. `isUndone`: what the run wrote was taken back.
 */
export type TabCopy = {
  sheetId: number
  title: string
  attempt: number
  targetId: number
  keyColumn: number
  /** The order that was expected. */
  order: string
  inserted: RowSpan
  written: WrittenColumns | null
  isUndone: boolean
}

/** Google's limit for the title of a tab. */
const TITLE_LENGTH = 100
const UNDONE = '.u'
/** The number of parts behind the order. One more says that it is undone. */
const PARTS = 6
const UNKNOWN = '-'
const prefixOf = (key: string) => `Export copy ${runMark(key)}.`

const DIGITS = 36
/** One bit for each column, as a number in base 36. */
const placesText = (places: readonly number[]): string => places.reduce((bits, place) => bits | (1n << BigInt(place)), 0n).toString(DIGITS)

function placesIn(text: string): number[] {
  const bits = Array.from(text).reduce((sum, digit) => sum * BigInt(DIGITS) + BigInt(Number.parseInt(digit, DIGITS)), 0n)
  return Array.from(bits.toString(2))
    .toReversed()
    .flatMap((bit, place) => (bit === '1' ? [place] : []))
}

/** The title of a copy once what the run wrote has been taken back. */
export const undoneTitle = ({ title, isUndone }: TabCopy): string => (isUndone ? title : title + UNDONE)

type NewCopy = { targetId: number; seen: KeyedTab; inserted: RowSpan; written: WrittenColumns }

/** @param serial tells the copies of one attempt apart */
export function newCopy({ key, attempt }: Pick<SinkRun, 'key' | 'attempt'>, serial: number, copied: NewCopy): TabCopy {
  const { targetId, seen, inserted, written } = copied
  const { keyColumn } = seen
  const order = tabOrder(seen)
  const numbers = [targetId, keyColumn, inserted.at, inserted.count, written.lackingFrom].map((number) => number.toString(DIGITS))
  const said = `${prefixOf(key)}${[attempt, serial, order, ...numbers].join('.')}.`
  const places = placesText(written.places)
  const title = said + (said.length + places.length + UNDONE.length > TITLE_LENGTH ? UNKNOWN : places)
  const sheetId = tabIdOf(`${key} copy ${attempt}.${serial}`)
  return { sheetId, title, attempt, targetId, keyColumn, order, inserted, written, isUndone: false }
}

/** The error where the document has no room for a copy of the tab. */
export const noRoomForCopy = (tab: SheetTab): AppError => new AppError('SHEET_FULL', wordings.copyNeedsRoom(tab.title, cellsOf([tab])))

/** null: not a copy of this run. */
export function copyIn({ sheetId, title }: SheetTab, key: string): TabCopy | null {
  if (!title.startsWith(prefixOf(key))) return null
  const [attempt, , order = '', ...rest] = title.slice(prefixOf(key).length).split('.')
  const places = rest[PARTS - 1] ?? UNKNOWN
  const [targetId = 0, keyColumn = 0, at = 0, count = 0, lackingFrom = 0] = rest.map((text) => Number.parseInt(text, DIGITS))
  return {
    sheetId,
    title,
    attempt: Number(attempt),
    targetId,
    keyColumn,
    order,
    inserted: { at, count },
    written: places === UNKNOWN ? null : { places: placesIn(places), lackingFrom },
    isUndone: rest.length > PARTS,
  }
}
