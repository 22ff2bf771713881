import { z } from 'zod'
import { levels } from '#shared/access.ts'
import { ApiKey, ApiKeyCreateRequest } from '#shared/api-keys.ts'
import { messages } from '#shared/messages.ts'
import { Words } from '#shared/names.ts'
import { RoleAssignment, type Role } from '#shared/profile.ts'
import { AccountId, Assignments } from '#shared/users.ts'

/** An account for a program. Unlike a person's, its keys do not end with whoever made them. */
export const ServiceAccount = z.object({
  id: z.string(),
  name: z.string(),
  is_active: z.boolean(),
  user_roles: z.array(RoleAssignment),
  created_at: z.iso.datetime(),
  /** Newest first. */
  api_keys: z.array(ApiKey),
})
export type ServiceAccount = z.infer<typeof ServiceAccount>

const Name = Words.min(1, messages.serviceAccounts.nameNeeded)
const Roles = Assignments(messages.serviceAccounts.rolesNeeded)

export const ServiceAccountCreateRequest = z.strictObject({ name: Name, roles: Roles })
export type ServiceAccountCreateRequest = z.infer<typeof ServiceAccountCreateRequest>

export const ServiceAccountRef = z.strictObject({ id: AccountId })
/** Omitted fields keep their values. `is_active: false` ends all keys for good. */
export const ServiceAccountUpdateRequest = ServiceAccountRef.extend({
  name: Name.optional(),
  is_active: z.boolean().optional(),
  roles: Roles.optional(),
})
export type ServiceAccountUpdateRequest = z.infer<typeof ServiceAccountUpdateRequest>

/** `permissions` and `store_ids` are some of the account's own. */
export const ServiceAccountKeyRequest = ApiKeyCreateRequest.extend({ id: AccountId })
export type ServiceAccountKeyRequest = z.infer<typeof ServiceAccountKeyRequest>

export const ServiceAccountListResponse = z.object({ service_accounts: z.array(ServiceAccount) })
export const ServiceAccountResponse = z.object({ service_account: ServiceAccount })

/** Whether a service account may have the role. Owners are people. */
export const isForServices = ({ level }: Pick<Role, 'level'>): boolean => level < levels.owner
