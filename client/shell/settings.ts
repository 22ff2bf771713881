import { cache } from '#client/api.ts'
import { limits } from '#shared/limits.ts'

/** The company's settings (its logo), as the sidebar and the guard that warms them up ask for them. */
export const settingsQuery = cache.settings.get.queryOptions(undefined, { staleTime: limits.settingsCacheMs })

/** Whoever changes the logo fires `logoUpdated` on the window. */
export function keepLogoFresh(): void {
  window.addEventListener('logoUpdated', () => void cache.settings.get.invalidate())
}
