import { z } from 'zod'
import { Permission, type Viewer } from '#shared/access.ts'
import { messages } from '#shared/messages.ts'
import { Words } from '#shared/names.ts'
import { Store } from '#shared/stores.ts'

/** An embedded picture (`data:image/…;base64,…`), or none. What is inside is checked when it is decoded. */
export const EmbeddedImage = z
  .string()
  .regex(/^data:image\/[a-z0-9.+-]+;base64,/i)
  .nullable()

/** @see shared/roles.ts for the roles that there are */
export const Role = z.object({
  id: z.string(),
  display_name: z.string(),
  level: z.number(),
  description: z.string(),
  permissions: z.array(Permission),
})
export type Role = z.infer<typeof Role>

/** One role assignment; `store_id` null means all stores, `store` null beside an id a store that is gone. */
export const RoleAssignment = z.object({
  id: z.string(),
  store_id: z.string().nullable(),
  store: z.object({ id: z.string(), name: z.string() }).nullable(),
  role: Role.nullable(),
})

export const User = z.object({
  id: z.string(),
  email: z.string(),
  full_name: z.string().nullable(),
  department: z.string().nullable(),
  avatar_url: z.string().nullable(),
  is_active: z.boolean(),
  email_confirmed_at: z.iso.datetime().nullable(),
  user_roles: z.array(RoleAssignment),
})
export type User = z.infer<typeof User>

/** The color theme; `auto` follows the system setting. */
export const Theme = z.enum(['auto', 'light', 'dark'])
export type Theme = z.infer<typeof Theme>

/** The store that a person works in, as it is named on every screen. */
export const ChosenStore = Store.pick({ id: true, name: true, state: true })
export type ChosenStore = z.infer<typeof ChosenStore>
export const ChosenStoreResponse = z.object({ store: ChosenStore })

export const ProfileResponse = z.object({
  permissions: z.array(Permission),
  role_level: z.number(),
  user: User,
  theme: Theme,
  /** The team asks for a second factor, and nothing else is open before it is set up. */
  needs_second_factor: z.boolean(),
  /** Whether a mail tells this person that a job has finished. */
  email_notifications: z.boolean(),
  /** Null where none was chosen, or where the chosen one is gone or out of reach. */
  chosen_store: ChosenStore.nullable(),
})
export type ProfileResponse = z.infer<typeof ProfileResponse>

export const ProfileUpdateRequest = z
  .strictObject({
    avatar_url: EmbeddedImage,
    full_name: Words.min(1, messages.users.nameNeeded),
    department: Words.nullable(),
    email_notifications: z.boolean(),
    theme: Theme,
  })
  .partial()
export type ProfileUpdateRequest = z.infer<typeof ProfileUpdateRequest>
export const ProfileUpdateResponse = z.object({ user: User })

/** The viewer whom a profile describes, for `can()` in the browser. */
export function viewerOf({ user }: ProfileResponse): Viewer {
  const grants = user.user_roles.flatMap(({ store_id, role }) =>
    role ? [{ storeId: store_id, level: role.level, permissions: role.permissions }] : [],
  )
  return { id: user.id, grants }
}
