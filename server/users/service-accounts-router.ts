import { ApiKeyCreateResponse } from '#shared/api-keys.ts'
import {
  ServiceAccountCreateRequest,
  ServiceAccountKeyRequest,
  ServiceAccountListResponse,
  ServiceAccountRef,
  ServiceAccountResponse,
  ServiceAccountUpdateRequest,
  type ServiceAccount,
} from '#shared/service-accounts.ts'
import type { AuditNote } from '#server/audit/audited.ts'
import { changesOf } from '#server/audit/changes.ts'
import type { Deps } from '#server/deps.ts'
import { once } from '#server/http/idempotency.ts'
import { whereGiven } from '#server/procedure/confirmed.ts'
import { procedure, router } from '#server/procedure/builder.ts'
import { createAccountKey, keysOf } from '#server/profile/keys.ts'
import {
  createAccount,
  managedAccounts,
  removeAccount,
  updateAccount,
  type AccountChanged,
  type AccountRow,
} from '#server/users/service-accounts.ts'

async function withKeys(deps: Deps, accounts: readonly AccountRow[]): Promise<ServiceAccount[]> {
  const ids = accounts.map(({ id }) => id)
  const keys = Map.groupBy(await keysOf(deps, ids), ({ owner }) => owner.id)
  return accounts.map((account) => ({ ...account, api_keys: keys.get(account.id) ?? [] }))
}

/** An account as an audit entry keeps it. */
const recorded = ({ name, is_active, user_roles }: AccountRow) => ({
  name,
  is_active,
  roles: user_roles.map(({ role, store_id }) => ({ role_id: role?.id ?? null, store_id })),
})

function noteChange({ details }: AuditNote, { before, after }: AccountChanged): AccountRow {
  Object.assign(details, changesOf(recorded(before), recorded(after)))
  return after
}

export const serviceAccounts = router({
  list: procedure('GET /service-accounts', 'serviceAccounts.manage', {
    summary: 'List service accounts',
    description: 'Answers the service accounts all of whose roles the caller covers, with their roles and API keys.',
  })
    .output(ServiceAccountListResponse)
    .query(async ({ ctx }) => ({ service_accounts: await withKeys(ctx.deps, await managedAccounts(ctx.deps, ctx.viewer)) })),
  create: procedure('POST /service-accounts', 'serviceAccounts.manage', {
    summary: 'Create a service account',
    description:
      'Makes an account for a program, with roles that the caller covers, below the owner. It cannot sign in: it needs an API key. It stays when its maker leaves.',
    fails: ['NOT_FOUND', 'CONFLICT'],
    isOnce: true,
    status: 201,
    sensitive: true,
    recorded: ['name', 'roles'],
    makes: 'service_account',
  })
    .input(ServiceAccountCreateRequest)
    .output(ServiceAccountResponse)
    .mutation((call) =>
      once(call, async ({ ctx, input }) => ({ service_account: { ...(await createAccount(ctx.deps, ctx.viewer, input)), api_keys: [] } })),
    ),
  update: procedure('PUT /service-accounts/{id}', 'serviceAccounts.manage', {
    summary: 'Update a service account',
    description:
      'Changes the fields that are given; the others stay. The list of roles replaces all roles. Deactivation deletes all API keys of the account.',
    fails: ['NOT_FOUND', 'CONFLICT'],
    sensitive: whereGiven('roles', 'is_active'),
    recorded: ['name', 'is_active', 'roles'],
  })
    .input(ServiceAccountUpdateRequest)
    .output(ServiceAccountResponse)
    .mutation(async ({ ctx, input }) => {
      const after = noteChange(ctx.audit, await updateAccount(ctx.deps, ctx.viewer, input))
      const api_keys = await keysOf(ctx.deps, [after.id])
      return { service_account: { ...after, api_keys } }
    }),
  remove: procedure('DELETE /service-accounts/{id}', 'serviceAccounts.manage', {
    summary: 'Delete a service account',
    description: 'Deletes the account with its API keys and roles for good. What it did stays in the audit log.',
    fails: ['NOT_FOUND', 'CONFLICT'],
    sensitive: true,
  })
    .input(ServiceAccountRef)
    .output(ServiceAccountResponse)
    .mutation(async ({ ctx, input }) => {
      const account = await removeAccount(ctx.deps, ctx.viewer, input.id)
      ctx.audit.targetName = account.name
      return { service_account: { ...account, api_keys: [] } }
    }),
  createKey: procedure('POST /service-accounts/{id}/api-keys', 'serviceAccounts.manage', {
    summary: 'Create an API key of a service account',
    description:
      "Makes a key that carries part of the account's rights. The token is in this answer and nowhere else. The calls for one's own keys replace and revoke it.",
    fails: ['NOT_FOUND', 'CONFLICT'],
    isOnce: true,
    status: 201,
    sensitive: true,
    recorded: ['name', 'permissions', 'store_ids', 'expires_in_days'],
    makes: 'api_key',
  })
    .input(ServiceAccountKeyRequest)
    .output(ApiKeyCreateResponse)
    .mutation((call) => once(call, ({ ctx, input }) => createAccountKey(ctx.deps, ctx.viewer, input))),
})
