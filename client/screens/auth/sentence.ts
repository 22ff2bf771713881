/** `say` of failure.ts, which is loaded with the first failure: it reads answers with zod, and the login screen appears without it. */
export async function sentenceOf(failed: unknown, fallback: string): Promise<string> {
  const failure = await import('#client/failure.ts').catch(() => null)
  return failure?.say(failed, fallback) ?? fallback
}
