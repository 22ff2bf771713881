import { z } from 'zod'
import type { Action, Permission } from '#shared/access.ts'
import { limits } from '#shared/limits.ts'
import { Density, listColumns, type ListScreen } from '#shared/list-layout.ts'
import { messages } from '#shared/messages.ts'
import { Words } from '#shared/names.ts'
import { isUnique } from '#shared/unique.ts'

/** The lists that can have views. */
export const ViewScreen = z.enum(['products', 'orders']) satisfies z.ZodType<ListScreen>

/** The right to have views of a list, and the permission that its stores need. */
export const viewRights: Record<ListScreen, { read: Action; permission: Permission }> = {
  products: { read: 'products.read', permission: 'products:read' },
  orders: { read: 'orders.read', permission: 'orders:read' },
}

/** Some fields of a screen's URL search. */
const ViewSearch = z.record(z.string().max(limits.nameLength), z.unknown())
export type ViewSearch = z.infer<typeof ViewSearch>

/** The columns that the list does not have. */
export const unknownListColumns = (screen: ListScreen, columns: readonly string[]): string[] => {
  const known: readonly string[] = listColumns[screen]
  return columns.filter((column) => !known.includes(column))
}

/** A saved view of a list: its filters, sort and stores, and how it is shown. */
export const View = z.object({
  id: z.string(),
  screen: ViewScreen,
  name: z.string(),
  /** Whether the whole team sees it. */
  shared: z.boolean(),
  /** Whether the viewer's screen opens with it. */
  isDefault: z.boolean(),
  search: ViewSearch,
  /** Null: as the viewer has them. */
  columns: z.array(z.string()).nullable(),
  density: Density.nullable(),
  /** Whether the viewer saved it. */
  isMine: z.boolean(),
  /** Whether the viewer may change, share and delete it. */
  canEdit: z.boolean(),
})
export type View = z.infer<typeof View>

const fields = z.strictObject({
  name: Words.min(1, messages.views.nameNeeded),
  shared: z.boolean(),
  isDefault: z.boolean(),
  search: ViewSearch.refine(
    (search) => JSON.stringify(search).length <= limits.views.searchLength,
    messages.views.searchTooLong(limits.views.searchLength),
  ),
  columns: z
    .array(z.string().min(1).max(limits.nameLength))
    .max(limits.views.fields)
    .refine(isUnique, messages.views.columnTwice)
    .nullable(),
  density: Density.nullable(),
})

export const ViewCreateRequest = z.strictObject({
  ...fields.shape,
  screen: ViewScreen,
  shared: fields.shape.shared.default(false),
  isDefault: fields.shape.isDefault.default(false),
  columns: fields.shape.columns.default(null),
  density: fields.shape.density.default(null),
})
export type ViewCreateRequest = z.infer<typeof ViewCreateRequest>

export const ViewRef = z.strictObject({ id: z.string().min(1).max(64) })

/** Omitted fields keep their values. A view never changes its screen. */
export const ViewUpdateRequest = fields.partial().extend(ViewRef.shape)
export type ViewUpdateRequest = z.infer<typeof ViewUpdateRequest>

export const ViewListRequest = z.strictObject({ screen: ViewScreen.optional() })
export const ViewListResponse = z.object({ views: z.array(View) })
export const ViewResponse = z.object({ view: View })
