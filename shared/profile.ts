import { z } from 'zod'
import { Permission, type Viewer } from '#shared/access.ts'
import { ListLayouts } from '#shared/list-layout.ts'
import { messages } from '#shared/messages.ts'
import { Words } from '#shared/names.ts'
import { storeColorCount } from '#shared/store-color.ts'
import { isTimezone, Store } from '#shared/stores.ts'

/** A picture as a data URL (`data:image/…;base64,…`), or null. Decoding checks its content. */
export const EmbeddedImage = z
  .string()
  .regex(/^data:image\/[a-z0-9.+-]+;base64,/i)
  .nullable()

/** @see shared/roles.ts for the existing roles */
export const Role = z.object({
  id: z.string(),
  display_name: z.string(),
  level: z.number(),
  description: z.string(),
  permissions: z.array(Permission),
})
export type Role = z.infer<typeof Role>

/** A role assignment. `store_id` null: all stores. A `store_id` with `store` null: a deleted store. */
export const RoleAssignment = z.object({
  id: z.string(),
  store_id: z.string().nullable(),
  store: z.object({ id: z.string(), name: z.string() }).nullable(),
  role: Role.nullable(),
})

export type RoleAssignment = z.infer<typeof RoleAssignment>

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

/** When mails tell a person of problems of their schedules. `daily`: one mail a day. */
export const ProblemMails = z.enum(['at_once', 'daily', 'never'])
export type ProblemMails = z.infer<typeof ProblemMails>

/** The store that a person works in, with what every screen shows of it. */
export const ChosenStore = Store.pick({ id: true, name: true, state: true })
export type ChosenStore = z.infer<typeof ChosenStore>
export const ChosenStoreResponse = z.object({ store: ChosenStore })

export const ProfileResponse = z.object({
  permissions: z.array(Permission),
  role_level: z.number(),
  user: User,
  theme: Theme,
  /** The team requires a second factor. Until it is set up, the person can do nothing else. */
  needs_second_factor: z.boolean(),
  /** Whether a mail tells this person that a job has finished. */
  email_notifications: z.boolean(),
  problem_mails: ProblemMails,
  /** The zone of the daily mail. Null: UTC. */
  digest_timezone: z.string().nullable(),
  /** Null if no store was chosen, or if it was deleted or is out of reach. */
  chosen_store: ChosenStore.nullable(),
  /** The number of the colour of each store in reach, by its id. */
  store_colors: z.record(
    z.string(),
    z
      .int()
      .min(0)
      .max(storeColorCount - 1),
  ),
  /** The columns and row heights of the lists that this person has changed. */
  list_layouts: ListLayouts,
  /** Whether the checklist of the first steps was completed or hidden. */
  is_set_up: z.boolean(),
})
export type ProfileResponse = z.infer<typeof ProfileResponse>

export const ProfileUpdateRequest = z
  .strictObject({
    avatar_url: EmbeddedImage,
    full_name: Words.min(1, messages.users.nameNeeded),
    department: Words.nullable(),
    email_notifications: z.boolean(),
    problem_mails: ProblemMails,
    digest_timezone: z.string().refine(isTimezone, messages.stores.timezoneInvalid),
    theme: Theme,
    /** Replaces the layouts of the lists that are given. */
    list_layouts: ListLayouts,
    is_set_up: z.boolean(),
  })
  .partial()
export type ProfileUpdateRequest = z.infer<typeof ProfileUpdateRequest>
export const ProfileUpdateResponse = z.object({ user: User })

/** The person of a profile, or a service account, for `can()` in the browser. */
export function viewerOf({ user }: { user: Pick<User, 'id' | 'user_roles'> }): Viewer {
  const grants = user.user_roles.flatMap(({ store_id, role }) =>
    role ? [{ storeId: store_id, level: role.level, permissions: role.permissions }] : [],
  )
  return { id: user.id, grants }
}
