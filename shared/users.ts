import { z } from 'zod'
import { levels, type Grant, type Teammate } from '#shared/access.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { Words } from '#shared/names.ts'
import { flag, NextCursor, optionalPage } from '#shared/paging.ts'
import { Role, User } from '#shared/profile.ts'
import { StoreId } from '#shared/stores.ts'

/** The id of a person or a service account. */
export const AccountId = z.string().min(1).max(64)

const isUnique = (list: readonly string[]) => new Set(list).size === list.length

/** A role in one store, or in all (`store_id` null). */
export const Assignment = z.strictObject({ role_id: z.string().min(1, messages.users.roleMissing), store_id: StoreId.nullable() })
export type Assignment = z.infer<typeof Assignment>

/** @param needed the message where the list is empty */
export const Assignments = (needed: string) =>
  z
    .array(Assignment)
    .min(1, needed)
    .max(limits.assignments)
    .refine((list) => isUnique(list.map(({ role_id, store_id }) => JSON.stringify([role_id, store_id]))), messages.users.roleRepeated)
const UserAssignments = Assignments(messages.users.rolesNeeded)

export const Email = z.string().trim().toLowerCase().max(limits.emailLength).pipe(z.email(messages.auth.emailNeeded))

export const UserListRequest = z.strictObject({ active_only: flag.optional(), ...optionalPage })
export type UserListRequest = z.infer<typeof UserListRequest>

/** A person as a viewer sees them. Viewers who may see only the name get no e-mail address (null), department or picture. */
export const Member = User.extend({ email: User.shape.email.nullable() })
export type Member = z.infer<typeof Member>
export const isKnownByName = ({ email }: Pick<Member, 'email'>): boolean => email === null

/** Whether this installation sends mails, and since when the mail server has failed (ISO 8601); null if it works. */
export const MailState = z.object({ isSent: z.boolean(), failingSince: z.iso.datetime().nullable() })
export type MailState = z.infer<typeof MailState>

export const UserListResponse = z.object({ users: z.array(Member), nextCursor: NextCursor, mail: MailState })
export const RoleListResponse = z.object({ roles: z.array(Role) })

export const UserRef = z.strictObject({ id: AccountId })
export const UserResponse = z.object({ user: Member })

/** Omitted fields keep their values. `is_active: false` is a deactivation, and the rules of deactivation apply. */
export const UserUpdateRequest = z.strictObject({
  id: AccountId,
  full_name: Words.min(1, messages.users.nameNeeded).optional(),
  department: Words.nullable().optional(),
  is_active: z.boolean().optional(),
  roles: UserAssignments.optional(),
})
export type UserUpdateRequest = z.infer<typeof UserUpdateRequest>

export const UserRolesRequest = z.strictObject({ id: AccountId, roles: UserAssignments })

/** `store_ids` null or empty: all stores. In an invitation, only roles from admin level on may have all stores. */
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
  /** Whether the invitation reactivated a deactivated person, with these roles. */
  isReactivated: z.boolean(),
  /** The link of the mail, which can also be handed over. Null for people who had an account before. */
  invitation_url: z.string().nullable(),
  /** Whether the mail is sent. If not, the link must be handed over. */
  isMailed: z.boolean(),
})
export type UserInviteResponse = z.infer<typeof UserInviteResponse>

/** The link with which the person chooses a password. */
export const PasswordLinkMade = z.object({ password_url: z.string() })

/** The status on a person's badge: pending until the email is confirmed, then active or inactive. */
export function userStatus({ email_confirmed_at, is_active }: Pick<User, 'email_confirmed_at' | 'is_active'>) {
  if (email_confirmed_at === null) return 'pending'
  return is_active ? 'active' : 'inactive'
}

/** The grant of an assignment. A role in a deleted store counts as one for all stores, so only grants for all stores cover it. */
export const grantOf = ({ store, role }: User['user_roles'][number]): Grant[] =>
  role ? [{ storeId: store?.id ?? null, level: role.level, permissions: role.permissions }] : []

const noRole: Grant = { storeId: null, level: 0, permissions: [] }

/** A person for `canActOn`. A person without a role belongs to the whole company, not to a store. */
export function teammate({ id, user_roles }: Pick<User, 'id' | 'user_roles'>): Teammate {
  const grants = user_roles.flatMap(grantOf)
  return { id, grants: grants.length > 0 ? grants : [noRole] }
}

/** Whether an invitation to the role needs chosen stores. */
export const needsStores = ({ level }: Pick<Role, 'level'>): boolean => level < levels.admin
