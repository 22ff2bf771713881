import { containsText } from '#client/ui/contains-text.ts'
import { levels } from '#shared/access.ts'
import type { Member } from '#shared/users.ts'

/** The request for the whole team, with inactive members. */
export const withInactive = { active_only: false } as const

/** The lowest role level of each badge colour. */
const bands = [
  { level: levels.admin, color: 'grape' },
  { level: 50, color: 'blue' },
  { level: 30, color: 'green' },
  { level: 0, color: 'gray' },
] as const
type BandColor = (typeof bands)[number]['color']

/** The colour of a role's badge. Callers pass level 0 for a deleted role. */
export const levelColor = (level: number): BandColor => bands.find((band) => level >= band.level)?.color ?? 'gray'

export const memberName = ({ full_name, email }: Pick<Member, 'full_name' | 'email'>): string => full_name ?? email ?? 'Unnamed'

/** Whether the e-mail address, the name or the department contains the typed text. */
export const isFound = ({ email, full_name, department }: Member, typed: string): boolean =>
  [email ?? '', full_name ?? '', department ?? ''].some((text) => containsText(text, typed))

type Assignment = Member['user_roles'][number]

/** The label for the store of an assignment. */
export function whereOf({ store_id, store }: Pick<Assignment, 'store_id' | 'store'>): string {
  if (store_id === null) return 'All Stores'
  return store?.name ?? 'Unknown Store'
}

/** The role and the store of an assignment, for example "Staff (North)". */
export const nameOfAssignment = (assignment: Assignment): string => `${assignment.role?.display_name ?? 'Unknown'} (${whereOf(assignment)})`

/** The badge for each status. A person is pending until the invitation is accepted, even if they are inactive. */
export const standings = {
  pending: { label: 'Pending', color: 'yellow' },
  active: { label: 'Active', color: 'green' },
  inactive: { label: 'Inactive', color: 'gray' },
} as const
