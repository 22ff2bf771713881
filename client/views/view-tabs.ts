import type { ListScreen } from '#shared/list-layout.ts'
import { searchOfView } from '#shared/view-search.ts'
import type { ViewSearch } from '#shared/views.ts'
import { useViews } from './views.ts'

type Tab<Value extends string> = { value: Value; label: string }
type Options<Value extends string> = {
  search: ViewSearch
  tabs: readonly Tab<Value>[]
  /** The active one of `tabs`, as long as no view is open. */
  active: Value | null
  /** Opens one of `tabs`. */
  onTab: (tab: Value) => Promise<void>
  /** Opens a view by its URL. */
  onView: (search: ViewSearch) => Promise<void>
}

/** A list's own tabs, with the saved views behind them. The open view is the one that the URL names. */
export function useViewTabs<Value extends string>(screen: ListScreen, { search, tabs, active, onTab, onView }: Options<Value>) {
  const views = useViews(screen)
  const view = views.find(({ id }) => id === search['view'])
  async function choose(value: string) {
    const chosen = views.find(({ id }) => id === value)
    const tab = tabs.find((one) => one.value === value)
    if (chosen) await onView(searchOfView(chosen, search))
    else if (tab) await onTab(tab.value)
  }
  const all: Tab<string>[] = [...tabs, ...views.map(({ id, name }) => ({ value: id, label: name }))]
  return { view, tabs: { tabs: all, value: view ? view.id : active, onChange: choose } }
}
