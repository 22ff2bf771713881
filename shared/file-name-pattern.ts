// The patterns of delivered files' names, such as `{schedule}-{date}-{store}`.
import { destinationMessages } from '#shared/destination-messages.ts'

export const placeholders = ['schedule', 'date', 'time', 'store', 'type', 'job'] as const
export type Placeholder = (typeof placeholders)[number]

export const defaultPattern = '{type}-{date}-{store}'

const placeholder = /\{([^{}]*)\}/g
const isKnown = (name: string): name is Placeholder => (placeholders as readonly string[]).includes(name)

/** Why a pattern is not usable, as a sentence. null: it is. */
export function patternFault(pattern: string): string | null {
  const unknown = [...pattern.matchAll(placeholder)].map(([, name = '']) => name).find((name) => !isKnown(name))
  if (unknown !== undefined) return destinationMessages.patternUnknown(unknown)
  if (/[{}]/.test(pattern.replaceAll(placeholder, ''))) return destinationMessages.patternUnclosed
  return /[/\\]/.test(pattern) ? destinationMessages.patternSeparator : null
}

/** The pattern with facts in the place of its placeholders. */
export const resolved = (pattern: string, facts: Readonly<Record<Placeholder, string>>): string =>
  pattern.replaceAll(placeholder, (whole, name: string) => (isKnown(name) ? facts[name] : whole))
