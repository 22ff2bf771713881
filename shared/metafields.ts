import { z } from 'zod'
import { limits } from '#shared/limits.ts'

const prefix = 'metafield:'

/** The characters and lengths are Shopify's (shopify.dev, "MetafieldDefinitionInput"). Older namespaces may have two characters. */
const Namespace = z.string().regex(/^[\w-]{2,255}$/)
const Key = z.string().regex(/^[\w-]{2,64}$/)

/** A column of a product export: a metafield by the namespace and key of its definition. */
export const MetafieldColumn = z.templateLiteral([prefix, Namespace, '.', Key])
export type MetafieldColumn = z.infer<typeof MetafieldColumn>

export const isMetafieldColumn = (column: string): column is MetafieldColumn => MetafieldColumn.safeParse(column).success

/** `namespace.key`, the identity of a metafield. */
export const metafieldName = (column: MetafieldColumn): string => column.slice(prefix.length)
export const metafieldColumn = (namespace: string, key: string): MetafieldColumn => `${prefix}${namespace}.${key}`

/** The chosen metafields as `namespace.key`, in order. */
export const metafieldNames = (columns: readonly string[]): string[] => columns.filter(isMetafieldColumn).map(metafieldName)

/** Whether an export may have this many metafields. */
export const hasRoomForMetafields = (columns: readonly string[]): boolean => metafieldNames(columns).length <= limits.metafieldColumns

/** The header in Shopify's own product CSV. Without a definition, the metafield's identity takes the place of its name. */
export function metafieldHeader(column: MetafieldColumn, name?: string): string {
  return `${name ?? metafieldName(column)} (product.metafields.${metafieldName(column)})`
}

/** A definition of a shop. `type` is one of Shopify's, such as `list.single_line_text_field`. */
export const MetafieldDefinition = z.object({
  namespace: z.string(),
  key: z.string(),
  name: z.string(),
  type: z.string(),
  /** Chooses its values in exports and templates. */
  column: MetafieldColumn,
  /** Of the column in files. */
  header: z.string(),
})
export type MetafieldDefinition = z.infer<typeof MetafieldDefinition>

export const MetafieldsResponse = z.object({ metafields: z.array(MetafieldDefinition) })
export type MetafieldsResponse = z.infer<typeof MetafieldsResponse>
