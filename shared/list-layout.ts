import { z } from 'zod'

/** How tall the rows of a list are. */
export const Density = z.enum(['compact', 'normal', 'roomy'])
export type Density = z.infer<typeof Density>

/** The columns of each table that can be shown or hidden, in their order. The first column names the row and is always shown. */
export const listColumns = {
  products: ['status', 'sellerCode', 'category', 'productType', 'vendor', 'price', 'stock', 'skus', 'tags', 'createdAt', 'updatedAt'],
  orders: ['createdAt', 'customer', 'total', 'financialStatus', 'fulfillmentStatus', 'items', 'channel', 'country', 'skus'],
  catalogue: ['store', 'status', 'price', 'stock', 'skus', 'vendor', 'productType', 'tags', 'createdAt', 'updatedAt'],
  jobs: ['stores', 'destination', 'rows', 'duration', 'by', 'when'],
  audit: ['who', 'action', 'decision', 'via', 'from', 'target'],
} as const
export type TableName = keyof typeof listColumns
/** The tables that show a shop's items. They can have saved views. */
export type ListScreen = Extract<TableName, 'products' | 'orders'>
export type ListColumn<Name extends TableName> = (typeof listColumns)[Name][number]

/** What a table shows until a person chooses otherwise. */
export const defaultColumns: { [Name in TableName]: readonly ListColumn<Name>[] } = {
  products: ['status', 'sellerCode', 'category', 'productType', 'vendor'],
  orders: ['createdAt', 'customer', 'total', 'financialStatus', 'fulfillmentStatus', 'items'],
  catalogue: ['store', 'status', 'price', 'stock', 'skus', 'vendor', 'productType', 'updatedAt'],
  jobs: listColumns.jobs,
  audit: listColumns.audit,
}
export const defaultDensity: Density = 'roomy'

const layoutOf = <const Columns extends readonly [string, ...string[]]>(columns: Columns) =>
  z.strictObject({ columns: z.array(z.enum(columns)).max(columns.length), density: Density })

/** How a person likes a table. */
const layouts = {
  products: layoutOf(listColumns.products),
  orders: layoutOf(listColumns.orders),
  catalogue: layoutOf(listColumns.catalogue),
  jobs: layoutOf(listColumns.jobs),
  audit: layoutOf(listColumns.audit),
} satisfies Record<TableName, z.ZodType>
export type ListLayout<Name extends TableName> = { columns: ListColumn<Name>[]; density: Density }

export const defaultLayout = <Name extends TableName>(name: Name): ListLayout<Name> => ({
  columns: [...defaultColumns[name]],
  density: defaultDensity,
})

/** Whose time zone the times of orders are in: that of each store, or of this machine. */
export const Times = z.enum(['store', 'local'])
export type Times = z.infer<typeof Times>

/** The limits of a column's width, in pixels. */
export const columnWidth = { min: 60, max: 800, step: 20 } as const
export const widthWithin = (pixels: number): number => Math.min(Math.max(Math.round(pixels), columnWidth.min), columnWidth.max)
const widthsOf = <const Columns extends readonly [string, ...string[]]>(columns: Columns) =>
  z.partialRecord(z.enum(columns), z.int().min(columnWidth.min).max(columnWidth.max))

/** The widths of columns that a person has changed, in pixels. */
const ListWidths = z.strictObject({
  products: widthsOf(listColumns.products),
  orders: widthsOf(['orderName', 'storeName', ...listColumns.orders]),
  catalogue: widthsOf(listColumns.catalogue).exactOptional(),
  changes: widthsOf(['kind', 'values', 'store', 'at']).exactOptional(),
})
/** By the column's key. */
export type Widths = Readonly<Partial<Record<string, number>>>

/** Only what the person has changed. */
export const ListLayouts = z
  .strictObject({
    ...layouts,
    widths: ListWidths,
    times: Times,
    /** Whether single keys work in lists. */
    keys: z.boolean(),
  })
  .partial()
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
