import { containsText } from '#client/ui/contains-text.ts'
import { levels } from '#shared/access.ts'
import type { Member } from '#shared/users.ts'

/** The team with those who are inactive. */
export const withInactive = { active_only: false } as const

/** The lowest role level of each badge colour. */
const bands = [
  { level: levels.admin, color: 'grape' },
  { level: 50, color: 'blue' },
  { level: 30, color: 'green' },
  { level: 0, color: 'gray' },
] as const
type BandColor = (typeof bands)[number]['color']

/** The colour of a role's badge; a role that is gone counts as the lowest. */
export const levelColor = (level: number): BandColor => bands.find((band) => level >= band.level)?.color ?? 'gray'

/** What a person is called where a name is needed. */
export const memberName = ({ full_name, email }: Pick<Member, 'full_name' | 'email'>): string => full_name ?? email ?? 'Unnamed'

/** Whether what was typed stands in the e-mail address, the name or the department. */
export const isFound = ({ email, full_name, department }: Member, typed: string): boolean =>
  [email ?? '', full_name ?? '', department ?? ''].some((text) => containsText(text, typed))

type Assignment = Member['user_roles'][number]

/** Where an assignment holds, in words. */
export function whereOf({ store_id, store }: Pick<Assignment, 'store_id' | 'store'>): string {
  if (store_id === null) return 'All Stores'
  return store?.name ?? 'Unknown Store'
}

/** An assignment in one line. */
export const nameOfAssignment = (assignment: Assignment): string => `${assignment.role?.display_name ?? 'Unknown'} (${whereOf(assignment)})`

/** What stands for a person's state: pending until the invitation is accepted, whatever else they are. */
export const standings = {
  pending: { label: 'Pending', color: 'yellow' },
  active: { label: 'Active', color: 'green' },
  inactive: { label: 'Inactive', color: 'gray' },
} as const
