import { z } from 'zod'
import { levels, type Teammate } from '#shared/access.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { flag } from '#shared/paging.ts'
import { Role, User, Words } from '#shared/profile.ts'
import { StoreId } from '#shared/stores.ts'

const UserId = z.string().min(1).max(64)

const isUnique = (list: readonly string[]) => new Set(list).size === list.length

/** A role in one store, or in all (`store_id` null). */
export const Assignment = z.strictObject({ role_id: z.string().min(1, messages.users.roleMissing), store_id: StoreId.nullable() })
export type Assignment = z.infer<typeof Assignment>

const Assignments = z
  .array(Assignment)
  .min(1, messages.users.rolesNeeded)
  .max(limits.assignments)
  .refine((list) => isUnique(list.map(({ role_id, store_id }) => JSON.stringify([role_id, store_id]))), messages.users.roleRepeated)

export const Email = z.string().trim().toLowerCase().max(limits.emailLength).pipe(z.email(messages.auth.emailNeeded))

export const UserListRequest = z.strictObject({ active_only: flag.optional() })
export type UserListRequest = z.infer<typeof UserListRequest>
export const UserListResponse = z.object({ users: z.array(User) })
export const RoleListResponse = z.object({ roles: z.array(Role) })

export const UserRef = z.strictObject({ id: UserId })
export const UserResponse = z.object({ user: User })

/** Fields that stay away are kept. `is_active` false is a deactivation, with its rules. */
export const UserUpdateRequest = z.strictObject({
  id: UserId,
  full_name: Words.min(1, messages.users.nameNeeded).optional(),
  department: Words.nullable().optional(),
  is_active: z.boolean().optional(),
  roles: Assignments.optional(),
})
export type UserUpdateRequest = z.infer<typeof UserUpdateRequest>

export const UserRolesRequest = z.strictObject({ id: UserId, roles: Assignments })

/** `store_ids` null or empty: all stores, which only roles at admin level may have by invitation. */
export const UserInviteRequest = z.strictObject({
  email: Email,
  full_name: Words.min(1, messages.users.nameNeeded),
  department: Words.nullable().optional(),
  role_id: z.string().min(1, messages.users.roleNeeded),
  store_ids: z.array(StoreId).max(limits.assignments).refine(isUnique, messages.users.roleRepeated).nullable().default(null),
})
export type UserInviteRequest = z.infer<typeof UserInviteRequest>

export const UserInviteResponse = z.object({
  user: User,
  /** Somebody deactivated was invited: they are active again, with these roles. */
  isReactivated: z.boolean(),
  /** The link to hand over, where no mail is sent from here; else null. */
  invitation_url: z.string().nullable(),
})
export type UserInviteResponse = z.infer<typeof UserInviteResponse>

/** How a person stands, for the badge (SPEC 4). */
export function standing({ email_confirmed_at, is_active }: Pick<User, 'email_confirmed_at' | 'is_active'>) {
  if (email_confirmed_at === null) return 'pending'
  return is_active ? 'active' : 'inactive'
}

/** A person as the rules of `canActOn` see them. */
export const teammate = ({ id, user_roles }: Pick<User, 'id' | 'user_roles'>): Teammate => ({
  id,
  level: Math.max(0, ...user_roles.map(({ role }) => role?.level ?? 0)),
})

/** Whether a role is for chosen stores only when somebody is invited. */
export const needsStores = ({ level }: Pick<Role, 'level'>): boolean => level < levels.admin
