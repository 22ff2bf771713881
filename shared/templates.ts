import { z } from 'zod'
import type { Action } from '#shared/access.ts'
import type { JobType } from '#shared/jobs.ts'
import { limits } from '#shared/limits.ts'
import { marketMessages } from '#shared/market-messages.ts'
import { hasRoomForMarkets, isMarketColumn } from '#shared/market-columns.ts'
import { messages } from '#shared/messages.ts'
import { hasRoomForMetafields, isMetafieldColumn } from '#shared/metafields.ts'
import { Words } from '#shared/names.ts'
import { defaultOrderColumns, everyOrderColumn } from '#shared/order-columns.ts'
import { platforms, traits, type Platform } from '#shared/platforms.ts'
import { isProductColumn, productFields } from '#shared/product-fields.ts'
import { isUnique } from '#shared/unique.ts'

export const TemplateType = z.enum(['product', 'order'])
export type TemplateType = z.infer<typeof TemplateType>

/** The templates that an export can use. */
export const templateTypes: Record<JobType, TemplateType> = { product_export: 'product', order_export: 'order' }

/** The rights to see and to create templates of a type. The right to export is enough to create them. */
export const templatePolicies: Record<TemplateType, { read: Action; create: Action }> = {
  product: { read: 'products.read', create: 'products.export' },
  order: { read: 'orders.read', create: 'orders.export' },
}

const isKnown: Record<TemplateType, (column: string) => boolean> = {
  product: isProductColumn,
  order: (column) => everyOrderColumn.some((known) => known === column),
}
const isIn = (columns: readonly string[], column: string) => columns.includes(column)
const lacks: Record<TemplateType, (platform: Platform, column: string) => boolean> = {
  product: (platform, column) => {
    const { lacks: lacking, hasMetafields, hasMarkets } = traits[platform]
    return isIn(lacking, column) || (isMetafieldColumn(column) && !hasMetafields) || (isMarketColumn(column) && !hasMarkets)
  },
  order: (platform, column) => isIn(traits[platform].orders.lacks, column),
}

/** The default columns of the type. */
const defaults: Record<TemplateType, readonly string[]> = { product: productFields, order: defaultOrderColumns }

/** Whether a column is always empty on a platform, because the platform does not have it. */
export const isEmptyOn = (platform: Platform, type: TemplateType, column: string): boolean => lacks[type](platform, column)

/** The chosen columns that are empty on a platform. If all default columns are selected, none of those counts as chosen. */
export function missedColumns<Column extends string>(platform: Platform, type: TemplateType, columns: readonly Column[]): Column[] {
  const asked = new Set<string>(columns)
  const unchosen = defaults[type].every((column) => asked.has(column)) ? defaults[type] : []
  return columns.filter((column) => isEmptyOn(platform, type, column) && !unchosen.includes(column))
}

/** The columns that are not in the catalogue of the type. */
export const unknownColumns = (type: TemplateType, columns: readonly string[]): string[] =>
  columns.filter((column) => !isKnown[type](column))

/** The columns that are empty on each platform, by the platform's label. Platforms that have all columns are left out. */
export function lackingColumns(type: TemplateType, columns: readonly string[]): { platform: string; columns: string[] }[] {
  return platforms
    .map((platform) => ({ platform: traits[platform].label, columns: columns.filter((column) => lacks[type](platform, column)) }))
    .filter((one) => one.columns.length > 0)
}

/** A saved list of columns, in order. The whole team shares it. */
export const Template = z.object({
  id: z.string(),
  name: z.string(),
  type: TemplateType,
  columns: z.array(z.string()),
  lacking: z.array(z.object({ platform: z.string(), columns: z.array(z.string()) })),
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** Whether the viewer may rename, change and delete it. */
  canEdit: z.boolean(),
})
export type Template = z.infer<typeof Template>

const Columns = z
  .array(z.string().min(1).max(limits.columnLength))
  .min(1, messages.export.fieldsNeeded)
  .max(limits.templateColumns)
  .refine(isUnique, messages.export.fieldsRepeated)
  .refine(hasRoomForMetafields, messages.export.metafieldsTooMany(limits.metafieldColumns))
  .refine(hasRoomForMarkets, marketMessages.tooMany(limits.exportMarkets))
const Name = Words.min(1, messages.templates.nameNeeded)

export const TemplateCreateRequest = z.strictObject({ name: Name, type: TemplateType, columns: Columns })
export type TemplateCreateRequest = z.infer<typeof TemplateCreateRequest>

export const TemplateRef = z.strictObject({ id: z.string().min(1).max(64) })

/** Omitted fields keep their values. A template never changes its type. */
export const TemplateUpdateRequest = TemplateRef.extend({ name: Name.optional(), columns: Columns.optional() })
export type TemplateUpdateRequest = z.infer<typeof TemplateUpdateRequest>

export const TemplateListRequest = z.strictObject({ type: TemplateType.optional() })
export const TemplateListResponse = z.object({ templates: z.array(Template) })
export const TemplateResponse = z.object({ template: Template })
