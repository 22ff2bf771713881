import { cache } from '#client/api.ts'
import { limits } from '#shared/limits.ts'

/** The query for the company's settings. The sidebar uses it for the logo, and a guard prefetches it. */
export const settingsQuery = cache.settings.get.queryOptions(undefined, { staleTime: limits.settingsCacheMs })

/** Refreshes the settings on the window event `logoUpdated`, which a change of the logo dispatches. */
export function keepLogoFresh(): void {
  window.addEventListener('logoUpdated', () => void cache.settings.get.invalidate())
}
