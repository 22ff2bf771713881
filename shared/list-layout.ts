import { z } from 'zod'

/** How tall the rows of a list are. */
export const Density = z.enum(['compact', 'normal', 'roomy'])
export type Density = z.infer<typeof Density>

/** The columns of each list that can be shown or hidden, in their order. The first column names the row and is always shown. */
export const listColumns = {
  products: ['status', 'sellerCode', 'category', 'productType', 'vendor', 'price', 'stock', 'tags', 'createdAt', 'updatedAt'],
  orders: ['createdAt', 'customer', 'total', 'financialStatus', 'fulfillmentStatus', 'items', 'channel', 'country', 'skus'],
} as const
export type ListScreen = keyof typeof listColumns
export type ListColumn<Screen extends ListScreen> = (typeof listColumns)[Screen][number]

/** What a list shows until a person chooses otherwise. */
export const defaultColumns: { [Screen in ListScreen]: readonly ListColumn<Screen>[] } = {
  products: ['status', 'sellerCode', 'category', 'productType', 'vendor'],
  orders: ['createdAt', 'customer', 'total', 'financialStatus', 'fulfillmentStatus', 'items'],
}
export const defaultDensity: Density = 'roomy'

const layoutOf = <const Columns extends readonly [string, ...string[]]>(columns: Columns) =>
  z.strictObject({ columns: z.array(z.enum(columns)).max(columns.length), density: Density })

/** How a person likes a list. */
export const ProductListLayout = layoutOf(listColumns.products)
export const OrderListLayout = layoutOf(listColumns.orders)
export type ListLayout<Screen extends ListScreen> = { columns: ListColumn<Screen>[]; density: Density }

export const defaultLayout = <Screen extends ListScreen>(screen: Screen): ListLayout<Screen> => ({
  columns: [...defaultColumns[screen]],
  density: defaultDensity,
})

/** Whose time zone the times of orders are in: that of each store, or of this machine. */
export const Times = z.enum(['store', 'local'])
export type Times = z.infer<typeof Times>

/** Only what the person has changed. */
export const ListLayouts = z.strictObject({ products: ProductListLayout, orders: OrderListLayout, times: Times }).partial()
export type ListLayouts = z.infer<typeof ListLayouts>

/** What a saved view adds to the URL of a list: its id, and how it shows the list. */
const inUrl = <const Columns extends readonly [string, ...string[]]>(columns: Columns) =>
  ({
    view: z.string().max(64).optional().catch(undefined),
    columns: layoutOf(columns).shape.columns.optional().catch(undefined),
    density: Density.optional().catch(undefined),
  }) as const

export const productViewFields = inUrl(listColumns.products)
export const orderViewFields = inUrl(listColumns.orders)
