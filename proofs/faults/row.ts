import type { Fixture } from './fixture.ts'

/** Where a fault of the other side can be met. */
export const columns = ['test', 'list', 'metadata', 'order', 'export page', 'bulk poll', 'bulk download', 'Sheets write'] as const
export type Column = (typeof columns)[number]

/** Throws what is not as it must be. */
export type Trial<On = Fixture> = (fixture: On) => Promise<void>

/** A case of the list, or a variant of it. A column without a trial says why in a few words. */
export type Row<In extends string = Column, On = Fixture> = { number: number; what: string; cells: Record<In, Trial<On> | string> }

/** The same in every column: to begin with, the reason why there is no trial. */
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
