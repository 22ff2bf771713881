import { assignmentDraftOf, assignmentOf, type AssignmentDraft } from '#client/roles/assignment-draft.ts'
import { messages } from '#shared/messages.ts'
import { UserUpdateRequest, type Member } from '#shared/users.ts'

export type EditDraft = { full_name: string; department: string; is_active: boolean; roles: readonly AssignmentDraft[] }

export const memberDraftOf = ({ full_name, department, is_active, user_roles }: Member): EditDraft => ({
  full_name: full_name ?? '',
  department: department ?? '',
  is_active,
  roles: user_roles.map(assignmentDraftOf),
})

type Whole = Required<UserUpdateRequest>

const wholeRequestOf = (id: string, { full_name, department, is_active, roles }: EditDraft): Whole => ({
  id,
  full_name,
  department: department.trim() || null,
  is_active,
  roles: roles.map(assignmentOf),
})

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * The request for a draft. It has only what this form changed: another person may have changed the rest since the form opened, and saving
 * must not undo that. `before` is the draft at opening.
 */
export function updateRequestOf(id: string, before: EditDraft, draft: EditDraft): UserUpdateRequest {
  const [opened, request]: [Whole, UserUpdateRequest] = [wholeRequestOf(id, before), wholeRequestOf(id, draft)]
  for (const field of ['full_name', 'department', 'is_active', 'roles'] as const)
    if (isSame(request[field], opened[field])) delete request[field]
  return request
}

/** The draft's mistakes by field, from the server's schema. All mistakes in assignments are reported under `roles`. */
export function mistakesInEdit(id: string, draft: EditDraft): Record<string, string> {
  if (draft.roles.some(({ role_id }) => role_id === '')) return { roles: messages.users.roleMissing }
  const issues = UserUpdateRequest.safeParse(wholeRequestOf(id, draft)).error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]))
}
