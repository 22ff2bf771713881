import { z } from 'zod'
import { failure } from '#server/platforms/failures.ts'
import { parseAnswer } from '#server/platforms/json.ts'

const Child = z.looseObject({ id: z.string(), __parentId: z.string() })
export type Child = z.infer<typeof Child>
/** Whether a child is of this kind, by its id. */
export const isOf =
  (kind: string) =>
  ({ id }: Child): boolean =>
    id.startsWith(`gid://shopify/${kind}/`)

const Root = z.looseObject({ id: z.string() })

/** Page information of a complete list. */
export const completePage = { hasNextPage: false, endCursor: null }

function jsonOf(line: string, store: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw failure.answerInvalid(store, 'NOT_JSON')
  }
}

/** An item and its children, by parent. Bulk operations flatten connections and name parents by id. */
export function familyIn(lines: string, store: string): { root: z.infer<typeof Root>; children: ReadonlyMap<string, Child[]> } {
  const [first, ...rest] = lines
    .trimEnd()
    .split('\n')
    .map((line) => jsonOf(line, store))
  const children = Map.groupBy(parseAnswer(z.array(Child), rest, store), ({ __parentId }) => __parentId)
  return { root: parseAnswer(Root, first, store), children }
}
