import type { z } from 'zod'
import { failure } from '#server/platforms/failures.ts'
import type { ShopAnswer } from '#server/platforms/shop-call.ts'
import type { AttemptResult } from '#server/platforms/retry.ts'

/**
 * Parses the JSON of an answer. HTML (a password page, maintenance) is refused. Text that claims to be JSON and ends early was cut on the
 * way and is requested again.
 */
export function parseJson(
  store: string,
  { header, text }: ShopAnswer,
  parse: (text: string) => unknown = JSON.parse,
): AttemptResult<unknown> {
  try {
    return { value: parse(text) }
  } catch {
    const saysJson = header('content-type')?.includes('json') ?? false
    if (saysJson && /^\s*[[{]/.test(text)) return { again: failure.unreachable(store) }
    throw failure.answerInvalid(store, 'NOT_JSON')
  }
}

/** The path and the kind of a mistake in an answer, such as "line_items.0.quantity" and "invalid_type". */
export type Flaw = { field: string; code: string }

/** If a union does not match, the mistake in its first member is reported. */
function flawIn({ path, ...issue }: z.core.$ZodIssue, above: readonly PropertyKey[] = []): Flaw {
  const inner = issue.code === 'invalid_union' ? issue.errors[0]?.[0] : undefined
  return inner ? flawIn(inner, [...above, ...path]) : { field: [...above, ...path].join('.'), code: issue.code }
}

/** The first mistake, without any content of the answer. */
export function flawOf({ issues: [first] }: z.ZodError): Flaw {
  return first ? flawIn(first) : { field: '', code: 'invalid' }
}

export const flawText = ({ field, code }: Flaw): string => `${field}: ${code}`

/** Validates the part of an answer that we read. Throws STORE_ANSWER_INVALID, whose cause has the path of the mistake and no content. */
export function parseAnswer<T>(shape: z.ZodType<T>, answer: unknown, store: string): T {
  const parsed = shape.safeParse(answer)
  if (parsed.success) return parsed.data
  throw failure.answerInvalid(store, flawText(flawOf(parsed.error)))
}
