import type { Viewer } from '#shared/access.ts'
import { limits } from '#shared/limits.ts'
import type { Settings, SettingsUpdateRequest } from '#shared/settings.ts'
import type { Deps } from '#server/deps.ts'
import { reencode } from '#server/images/image.ts'
import { findSettings, saveSetting } from '#server/settings/repo.ts'

export async function getSettings({ database }: Deps): Promise<{ settings: Settings }> {
  return { settings: await findSettings(database.db) }
}

/**
 * Changes the given settings. The logo is stored re-encoded, or removed (null). A second factor is required from a role level on, or of
 * nobody (null). Throws as `reencode` does.
 */
export async function updateSettings(
  deps: Deps,
  { id: personId }: Viewer,
  { logo_url: embedded, second_factor_level: level }: SettingsUpdateRequest,
): Promise<{ settings: Settings }> {
  const { db } = deps.database
  if (embedded !== undefined)
    await saveSetting(db, 'logo_url', embedded && (await reencode(deps, { embedded, pixels: limits.image.logoPixels, personId })))
  if (level !== undefined) await saveSetting(db, 'second_factor_level', level)
  return getSettings(deps)
}
