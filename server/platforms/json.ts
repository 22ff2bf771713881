import type { z } from 'zod'
import { failure } from '#server/platforms/failures.ts'
import type { ShopAnswer } from '#server/platforms/http.ts'
import type { Outcome } from '#server/platforms/retry.ts'

/**
 * An answer's JSON. A page of HTML (a password page, maintenance) is refused; text that says it is JSON and breaks off was cut on
 * the way, and is asked for again.
 */
export function parseJson(store: string, { header, text }: ShopAnswer, parse: (text: string) => unknown = JSON.parse): Outcome<unknown> {
  try {
    return { value: parse(text) }
  } catch {
    const saysJson = header('content-type')?.includes('json') ?? false
    if (saysJson && /^\s*[[{]/.test(text)) return { again: failure.unreachable(store) }
    throw failure.answerInvalid(store, 'NOT_JSON')
  }
}

/** Where it is wrong, and how. Of several forms that it might have, the first one counts. */
function wordOf({ path, ...issue }: z.core.$ZodIssue, above: readonly PropertyKey[] = []): string {
  const inner = issue.code === 'invalid_union' ? issue.errors[0]?.[0] : undefined
  return inner ? wordOf(inner, [...above, ...path]) : `${[...above, ...path].join('.')}: ${issue.code}`
}

/** The part of an answer that we read. What does not fit is refused with the path to it as the cause, and nothing of its content. */
export function parseAnswer<T>(shape: z.ZodType<T>, answer: unknown, store: string): T {
  const parsed = shape.safeParse(answer)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw failure.answerInvalid(store, issue && wordOf(issue))
}
