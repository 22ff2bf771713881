import type { Fixture } from './fixture.ts'

/** The calls that can meet an external fault. */
export const columns = ['test', 'list', 'metadata', 'order', 'export page', 'bulk poll', 'bulk download', 'Sheets write'] as const
export type Column = (typeof columns)[number]

/** Throws if an expectation fails. */
export type Trial<On = Fixture> = (fixture: On) => Promise<void>

/** A case of the list, or a variant of it. A column without a trial has a short reason. */
export type Row<In extends string = Column, On = Fixture> = { number: number; what: string; cells: Record<In, Trial<On> | string> }

/** The same trial, or the same reason without a trial, in every column. */
export const everywhere = (one: Trial | string): Row['cells'] => ({
  test: one,
  list: one,
  metadata: one,
  order: one,
  'export page': one,
  'bulk poll': one,
  'bulk download': one,
  'Sheets write': one,
})
