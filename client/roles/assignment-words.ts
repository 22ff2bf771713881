import type { RoleAssignment } from '#shared/profile.ts'

/** The label for the store of an assignment. */
export function whereOf({ store_id, store }: Pick<RoleAssignment, 'store_id' | 'store'>): string {
  if (store_id === null) return 'All Stores'
  return store?.name ?? 'Unknown Store'
}

/** The role and the store of an assignment, for example "Staff (North)". */
export const nameOfAssignment = (assignment: RoleAssignment): string =>
  `${assignment.role?.display_name ?? 'Unknown'} (${whereOf(assignment)})`
