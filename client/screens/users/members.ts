import { containsText } from '#client/ui/contains-text.ts'
import type { Member } from '#shared/users.ts'

/** The request for the whole team, with inactive members. */
export const withInactive = { active_only: false } as const

export const memberName = ({ full_name, email }: Pick<Member, 'full_name' | 'email'>): string => full_name ?? email ?? 'Unnamed'

/** Whether the e-mail address, the name or the department contains the typed text. */
export const isFound = ({ email, full_name, department }: Member, typed: string): boolean =>
  [email ?? '', full_name ?? '', department ?? ''].some((text) => containsText(text, typed))

/** The badge for each status. A person is pending until the invitation is accepted, even if they are inactive. */
export const standings = {
  pending: { label: 'Pending', color: 'yellow' },
  active: { label: 'Active', color: 'green' },
  inactive: { label: 'Inactive', color: 'gray' },
} as const
