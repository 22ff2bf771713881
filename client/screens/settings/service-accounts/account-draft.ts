import { assignmentDraftOf, assignmentOf, type AssignmentDraft } from '#client/roles/assignment-draft.ts'
import { ServiceAccountCreateRequest, type ServiceAccount, type ServiceAccountUpdateRequest } from '#shared/service-accounts.ts'

/** A service account in its form. */
export type AccountDraft = { name: string; roles: readonly AssignmentDraft[] }

export const accountDraftOf = ({ name, user_roles }: ServiceAccount): AccountDraft => ({ name, roles: user_roles.map(assignmentDraftOf) })

export const accountRequestOf = ({ name, roles }: AccountDraft): ServiceAccountCreateRequest => ({ name, roles: roles.map(assignmentOf) })

/** The draft's mistakes by field, from the server's schema. All mistakes in assignments are reported under `roles`. */
export function mistakesInAccount(draft: AccountDraft): Record<string, string> {
  const issues = ServiceAccountCreateRequest.safeParse(accountRequestOf(draft)).error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]))
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** What the form changed: another person may have changed the rest since it opened, and only new roles ask for the password. */
export function accountChanges(id: string, before: AccountDraft, draft: AccountDraft): ServiceAccountUpdateRequest {
  const [was, { name, roles }] = [accountRequestOf(before), accountRequestOf(draft)]
  return { id, ...(name === was.name ? {} : { name }), ...(isSame(roles, was.roles) ? {} : { roles }) }
}
