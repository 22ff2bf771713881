import { z } from 'zod'
import { EmbeddedImage } from '#shared/profile.ts'
import { messages } from '#shared/messages.ts'

/** The keys of the stored settings. */
export const settingKeys = {
  logo: 'logo_url',
  secondFactorLevel: 'second_factor_level',
  googleKey: 'google_key',
  catalogueOn: 'catalogue_on',
  priceTolerance: 'catalogue_price_tolerance',
} as const

/** People with this role level or above need a second factor or a passkey. Null: nobody does. */
const SecondFactorLevel = z.int().min(1).max(100).nullable()

export const Settings = z.object({ logo_url: z.string().nullable(), second_factor_level: SecondFactorLevel })
export type Settings = z.infer<typeof Settings>
export const SettingsResponse = z.object({ settings: Settings })
export const SettingsUpdateRequest = z
  .strictObject({ logo_url: EmbeddedImage, second_factor_level: SecondFactorLevel })
  .partial()
  .refine((request) => Object.keys(request).length > 0, messages.settings.nothingGiven)
export type SettingsUpdateRequest = z.infer<typeof SettingsUpdateRequest>
