import { can, reaches, type Viewer } from '#shared/access.ts'
import { jobPolicies, JobType } from '#shared/jobs.ts'

type OwnedJob = { type: JobType; storeIds: readonly string[]; createdBy: string }

/** Whether the viewer has the right that created the job in all of its stores. */
export function mayExport(viewer: Viewer, { type, storeIds }: Pick<OwnedJob, 'type' | 'storeIds'>): boolean {
  return storeIds.every((storeId) => can(viewer, jobPolicies[type], storeId))
}

/** Own jobs as long as the person has the right that created them; jobs of others with settings:read in all of their stores. */
export function maySee(viewer: Viewer, job: OwnedJob): boolean {
  if (job.createdBy === viewer.id && mayExport(viewer, job)) return true
  return job.storeIds.every((storeId) => reaches(viewer, storeId) && can(viewer, 'jobs.list', storeId))
}

type Owned = { type: JobType; storeIds: readonly string[]; ownerId: string }

/** One's own schedules, and those of others like their jobs. An API key sees nothing outside its stores and permissions. */
export function maySeeSchedule(viewer: Viewer, { type, storeIds, ownerId }: Owned): boolean {
  if (ownerId === viewer.id && viewer.keyId === undefined) return true
  return maySee(viewer, { type, storeIds, createdBy: ownerId })
}

/**
 * Whether the viewer may read their own notifications about these stores. An API key reads those where it sees the exports of both types,
 * because a notification does not say of which type its schedule is.
 */
export function mayReadOwnNotifications(viewer: Viewer, storeIds: readonly string[]): boolean {
  return viewer.keyId === undefined || JobType.options.every((type) => maySee(viewer, { type, storeIds, createdBy: viewer.id }))
}

type Known = { id: string; name: string | null; email: string | null }

/** What the viewer calls a person. Without a name, that is the address for whoever may read all addresses. null: nothing. */
export function knownAs(viewer: Viewer, { id, name, email }: Known): string | null {
  return name || (id === viewer.id || can(viewer, 'users.read', null) ? email : null)
}
