import type { Viewer } from '#shared/access.ts'
import type { Role } from '#shared/profile.ts'
import { needsStores } from '#shared/users.ts'
import { mayGive } from './role-choices.ts'

/** What an invitation starts with. Empty: not chosen yet. */
export type InvitationStart = { email: string; role_id: string; store_ids: readonly string[] }

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What the form of an invitation opens with. */
    invitation?: InvitationStart | undefined
  }
}

/** The roles that the viewer may invite people with. Roles that always apply to all stores need the right for all stores. */
export const invitable = (viewer: Viewer, roles: readonly Role[]): Role[] =>
  roles.filter((role) => needsStores(role) || mayGive(viewer, 'users.invite', role, null))
