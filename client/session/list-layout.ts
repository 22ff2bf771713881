import { cache, client } from '#client/api.ts'
import { defaultLayout, type ListLayout, type ListLayouts, type ListScreen, type Times } from '#shared/list-layout.ts'
import { useAccess } from './viewer.ts'

type Layouts = { [Screen in ListScreen]: ListLayout<Screen> }

/** Made once, so that columns that did not change are the same object. */
const standard: Layouts = { products: defaultLayout('products'), orders: defaultLayout('orders') }

const withDefaults = (chosen: ListLayouts | undefined): Layouts => ({
  products: chosen?.products ?? standard.products,
  orders: chosen?.orders ?? standard.orders,
})

/** Calls are sent one after another, because the server keeps the last one that arrives. */
let sent: Promise<unknown> = Promise.resolve()

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

/** Whose time zone the times of orders are in. */
export const useTimes = (): Times => useAccess().profile?.list_layouts.times ?? 'store'

/**
 * Keeps a layout for this person: at once on this page, and on the server for other machines. If the call to the server fails, the layout
 * lasts until the profile is fetched again.
 */
export function changeLayout(layouts: Partial<Layouts> & { times?: Times }): void {
  cache.profile.get.setData(undefined, (profile) => profile && { ...profile, list_layouts: { ...profile.list_layouts, ...layouts } })
  sent = sent.then(() => client.profile.update.mutate({ list_layouts: layouts })).catch(() => undefined)
}
