import { z } from 'zod'
import { failure } from '#server/platforms/failures.ts'
import { parseAnswer } from '#server/platforms/json.ts'
import { oneRow } from '#server/platforms/rows.ts'
import { wireProduct, type WireProduct } from '#server/platforms/shopify/export-wire.ts'
import type { Parts } from '#server/platforms/shopify/export-parts.ts'

const Child = z.looseObject({ id: z.string(), __parentId: z.string() })
type Child = z.infer<typeof Child>
const Root = z.looseObject({ id: z.string() })

/** What says of a list that it is all there. */
export const whole = { hasNextPage: false, endCursor: null }
const isOf = (kind: string) => (child: Child) => child.id.startsWith(`gid://shopify/${kind}/`)
const isVariant = isOf('ProductVariant')
const isCollection = isOf('Collection')
const isMedia = (child: Child) => !isVariant(child) && !isCollection(child)

function jsonOf(line: string, store: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw failure.answerInvalid(store, 'NOT_JSON')
  }
}

/** A thing and what hangs on it, by whom it hangs on: bulk operations take the connections out and name their parents by id. */
export function familyIn(lines: string, store: string): { root: z.infer<typeof Root>; children: ReadonlyMap<string, Child[]> } {
  const [first, ...rest] = lines
    .trimEnd()
    .split('\n')
    .map((line) => jsonOf(line, store))
  const children = Map.groupBy(parseAnswer(z.array(Child), rest, store), ({ __parentId }) => __parentId)
  return { root: parseAnswer(Root, first, store), children }
}

/** A product from its lines, as a page would have had it. */
export function productOf(lines: string, { collections, media, variants, variantImages }: Parts, store: string): WireProduct {
  const { root, children } = familyIn(lines, store)
  const below = (parent: string, is: (child: Child) => boolean) => children.get(parent)?.filter(is) ?? []
  const variantNodes = below(root.id, isVariant).map((variant) =>
    variantImages ? { ...variant, media: { nodes: below(variant.id, isMedia).slice(0, 1) } } : variant,
  )
  return oneRow(store, wireProduct, {
    ...root,
    ...(collections ? { collections: { nodes: below(root.id, isCollection), pageInfo: whole } } : {}),
    ...(media ? { media: { nodes: below(root.id, isMedia), pageInfo: whole } } : {}),
    ...(variants ? { variants: { nodes: variantNodes, pageInfo: whole } } : {}),
  })
}
