import { can, type Viewer } from '#shared/access.ts'
import type { Store } from '#shared/stores.ts'

/** The steps from an empty installation to a team at work. */
export type SetupStep = 'connect' | 'test' | 'export' | 'invite'

/** What the dashboard knows; `undefined` while it is not known yet. */
export type SetupFacts = {
  stores: readonly Pick<Store, 'state'>[] | undefined
  completedExports: number | undefined
  /** The people of the team, also those who are invited. */
  people: number | undefined
}

/** Whether the viewer is one of those who set an installation up. */
export const setsUp = (viewer: Viewer): boolean => can(viewer, 'stores.create') && can(viewer, 'stores.list')
export const canInvite = (viewer: Viewer): boolean => can(viewer, 'users.invite') && can(viewer, 'users.read')

/** The steps that the viewer has the rights for, each with whether it is done. null while that is not known. */
export function setupSteps(viewer: Viewer, { stores, completedExports, people }: SetupFacts): Map<SetupStep, boolean> | null {
  if (stores === undefined || completedExports === undefined || (canInvite(viewer) && people === undefined)) return null
  const steps = new Map<SetupStep, boolean>([
    ['connect', stores.length > 0],
    ['test', stores.some(({ state }) => state === 'connected' || state === 'limited')],
    ['export', completedExports > 0],
  ])
  if (canInvite(viewer)) steps.set('invite', (people ?? 0) > 1)
  return steps
}
