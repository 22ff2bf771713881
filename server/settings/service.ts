import { limits } from '#shared/limits.ts'
import type { Deps } from '#server/deps.ts'
import { reencode } from '#server/image.ts'
import { findLogo, saveLogo } from '#server/settings/repo.ts'

export async function getSettings({ database }: Deps) {
  return { settings: { logo_url: await findLogo(database.db) } }
}

/** Keeps the logo re-encoded, or takes it away (null). Throws IMAGE_REFUSED and TOO_LARGE. */
export async function updateSettings({ database }: Deps, { logo_url: given }: { logo_url: string | null }) {
  const logo = given === null ? null : await reencode(given, limits.image.logoPixels)
  await saveLogo(database.db, logo)
  return { settings: { logo_url: logo } }
}
