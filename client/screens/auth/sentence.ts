import { messages } from '#shared/messages.ts'

/**
 * `say` of failure.ts, which is loaded with the first failure: it reads answers with zod, and the login screen appears without it. Somebody
 * without a network reads that.
 */
export async function sentenceOf(failed: unknown, fallback: string): Promise<string> {
  if (!navigator.onLine) return messages.screen.offline
  const failure = await import('#client/failure.ts').catch(() => null)
  return failure?.say(failed, fallback) ?? fallback
}
