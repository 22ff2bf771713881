import { cache, client } from '#client/api.ts'
import { outlivesDialog } from '#client/dialog-calls.ts'
import {
  defaultLayout,
  type ListLayout,
  type ListLayouts,
  type ListScreen,
  type TableName,
  type Times,
  type Widths,
} from '#shared/list-layout.ts'
import { changeOwnChoices, useAccess } from './viewer.ts'

type Layouts = { [Name in TableName]: ListLayout<Name> }

/** Made once, so that columns that did not change are the same object. */
const standard: Layouts = {
  products: defaultLayout('products'),
  orders: defaultLayout('orders'),
  catalogue: defaultLayout('catalogue'),
  jobs: defaultLayout('jobs'),
  audit: defaultLayout('audit'),
}

const withDefaults = (chosen: ListLayouts | undefined): Layouts => ({
  products: chosen?.products ?? standard.products,
  orders: chosen?.orders ?? standard.orders,
  catalogue: chosen?.catalogue ?? standard.catalogue,
  jobs: chosen?.jobs ?? standard.jobs,
  audit: chosen?.audit ?? standard.audit,
})

/** What the URL of an open view says of the layout. */
type InUrl<Screen extends ListScreen> = { [Field in keyof ListLayout<Screen>]?: ListLayout<Screen>[Field] | undefined }
const shownIn = <Screen extends ListScreen>({ columns, density }: InUrl<Screen>, own: ListLayout<Screen>): ListLayout<Screen> => ({
  columns: columns ?? own.columns,
  density: density ?? own.density,
})

/** How a list is shown: as the open view has it, otherwise as the signed-in person likes it. For loaders. */
export const listLayout = <Screen extends ListScreen>(screen: Screen, search: InUrl<Screen>): ListLayout<Screen> =>
  shownIn(search, withDefaults(cache.profile.get.getData()?.list_layouts)[screen])

/** The same for components. */
export const useListLayout = <Screen extends ListScreen>(screen: Screen, search: InUrl<Screen>): ListLayout<Screen> =>
  shownIn(search, withDefaults(useAccess().profile?.list_layouts)[screen])

/** How a table without views is shown: as the signed-in person likes it. */
export const useTableLayout = <Name extends TableName>(name: Name): ListLayout<Name> =>
  withDefaults(useAccess().profile?.list_layouts)[name]

const noWidths: Widths = {}
/** The lists whose columns can be made wider. */
type WideScreen = keyof NonNullable<ListLayouts['widths']>

/** The widths of columns that the person has changed. */
export const useWidths = (screen: WideScreen): Widths => useAccess().profile?.list_layouts.widths?.[screen] ?? noWidths

/** Whether single keys work in lists. Dictation software types them by accident, so that they can be turned off (WCAG 2.1.4). */
export const useAreKeysOn = (): boolean => useAccess().profile?.list_layouts.keys ?? true

/** Whose time zone the times of orders are in. */
export const useTimes = (): Times => useAccess().profile?.list_layouts.times ?? 'store'

type Changes = { [Field in keyof ListLayouts]?: Exclude<ListLayouts[Field], undefined> }

/** Keeps a layout for this person. */
export function changeLayout(layouts: Changes): void {
  changeOwnChoices(
    (profile) => ({ ...profile, list_layouts: { ...profile.list_layouts, ...layouts } }),
    () => client.profile.update.mutate({ list_layouts: layouts }, { context: outlivesDialog }),
  )
}

/** Keeps the widths of one list. */
export function changeWidths(screen: WideScreen, widths: Widths): void {
  const others = cache.profile.get.getData()?.list_layouts.widths
  changeLayout({ widths: { products: {}, orders: {}, ...others, [screen]: widths } })
}
