import type { Density, ListScreen } from '#shared/list-layout.ts'
import type { Repeated } from '#client/schedules/draft.ts'
import type { ViewSearch } from '#shared/views.ts'

/** What a list shows, of which a view is made. */
export type ShownList = {
  screen: ListScreen
  /** The URL, with the stores named. */
  search: ViewSearch
  layout: { columns: readonly string[]; density: Density }
  /** The stores in words. */
  storesShown: string
  /** An export of all that it shows; null for those who may not export. */
  exported: (() => Promise<Repeated>) | null
}
