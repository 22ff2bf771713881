import { cache } from '#client/api.ts'

/** Fetches every shown list with API keys again. */
export async function refreshKeys(): Promise<void> {
  await Promise.all([cache.profile.apiKeys.invalidate(), cache.users.serviceAccounts.list.invalidate()])
}
