import { z } from 'zod'
import { EmbeddedImage } from '#shared/profile.ts'

export const Settings = z.object({ logo_url: z.string().nullable() })
export const SettingsResponse = z.object({ settings: Settings })
export const SettingsUpdateRequest = z.strictObject({ logo_url: EmbeddedImage })
