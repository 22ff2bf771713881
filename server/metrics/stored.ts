import { statfs } from 'node:fs/promises'
import { failingStates } from '#shared/stores.ts'
import type { Deps } from '#server/deps.ts'
import { unlessAborted } from '#server/platforms/unless-aborted.ts'
import { openStatuses } from '#server/jobs/row.ts'
import { readStoredFigures, type StoredFigures } from './figures-repo.ts'

export type { StoredFigures }

/** The database is read at most this often, however often the metrics are scraped. */
export const keptMs = 10_000
/** Shorter than Prometheus waits for a scrape (10 s). */
const patienceMs = 3_000

type Given = Pick<Deps, 'database' | 'catalogue' | 'metrics' | 'now' | 'clock' | 'log'>
type Known = { at: number; figures: Promise<StoredFigures | null>; unjudged: Promise<number | null> }

const isFailing = (state: string | null) => failingStates.some((failing) => failing === state)

/** Sets what is read from the database. null: it does not answer, and its figures are missing until it does. */
function show({ metrics: { set, clear }, now }: Given, figures: StoredFigures | null, backsUp: boolean) {
  const secondsSince = (time: Date | null) => (time ? Math.max(0, (now() - time.getTime()) / 1_000) : 0)
  set('backcounter_database_up', {}, figures ? 1 : 0)
  for (const name of ['backcounter_store_failing_seconds', 'backcounter_backup_age_seconds', 'backcounter_backup_bytes'] as const)
    clear(name)
  if (!figures) {
    for (const name of [
      'backcounter_jobs_open',
      'backcounter_jobs_oldest_waiting_seconds',
      'backcounter_mails_waiting',
      'backcounter_mails_oldest_waiting_seconds',
      'backcounter_deliveries_waiting',
      'backcounter_deliveries_oldest_waiting_seconds',
      'backcounter_catalogue_oldest_copy_seconds',
      'backcounter_catalogue_hints_waiting',
      'backcounter_database_bytes',
    ] as const)
      clear(name)
    return
  }
  const { jobs, dueSince, mails, deliveries, stores, bytes, catalogue, backup, backupsSince } = figures
  for (const status of openStatuses) set('backcounter_jobs_open', { status }, jobs.find((row) => row.status === status)?.count ?? 0)
  set('backcounter_jobs_oldest_waiting_seconds', {}, secondsSince(dueSince))
  set('backcounter_mails_waiting', {}, mails.count)
  set('backcounter_mails_oldest_waiting_seconds', {}, secondsSince(mails.oldest))
  set('backcounter_deliveries_waiting', {}, deliveries.count)
  set('backcounter_deliveries_oldest_waiting_seconds', {}, secondsSince(deliveries.oldest))
  set('backcounter_catalogue_oldest_copy_seconds', {}, secondsSince(catalogue.oldest))
  set('backcounter_catalogue_hints_waiting', {}, catalogue.hints)
  set('backcounter_database_bytes', {}, bytes)
  if (backsUp) set('backcounter_backup_age_seconds', {}, secondsSince(backup?.finishedAt ?? backupsSince))
  if (backup) set('backcounter_backup_bytes', {}, backup.bytes ?? 0)
  for (const { id, platform, isActive, state, stateSince } of stores)
    if (isActive) set('backcounter_store_failing_seconds', { platform, store: id }, isFailing(state) ? secondsSince(stateSince) : 0)
}

/** Sets what is read from the copy of the catalogues. null: there is none, or it does not answer. */
function showUnjudged({ metrics: { set, clear } }: Given, codes: number | null) {
  if (codes === null) clear('backcounter_catalogue_codes_unjudged')
  else set('backcounter_catalogue_codes_unjudged', {}, codes)
}

/** Brings the figures of the database up to date. null: it does not answer. */
export type Stored = () => Promise<StoredFigures | null>

export const storeIdsOf = (figures: StoredFigures | null) => figures && new Set(figures.stores.map(({ id }) => id))

/** `backsUp`: whether backups are scheduled. */
export function keepStored(deps: Given, backsUp = false): Stored {
  const { database, catalogue, now, clock, log } = deps
  let known: Known | null = null

  async function read(): Promise<StoredFigures | null> {
    try {
      return await unlessAborted(readStoredFigures(database, new Date(now())), clock.deadline(patienceMs))
    } catch (error) {
      log.warn({ err: error }, 'the figures of the database could not be read')
      return null
    }
  }

  /** Read here and not told by keepers, because one that ends would leave its last number behind. */
  async function readUnjudged(): Promise<number | null> {
    try {
      return await unlessAborted(catalogue.unjudged(), clock.deadline(patienceMs))
    } catch {
      // Whoever needs the copy says why it does not answer.
      return null
    }
  }

  return async () => {
    if (!known || clock.now() - known.at >= keptMs) known = { at: clock.now(), figures: read(), unjudged: readUnjudged() }
    const [figures, unjudged] = await Promise.all([known.figures, known.unjudged])
    show(deps, figures, backsUp)
    showUnjudged(deps, unjudged)
    return figures
  }
}

/** Sets the space on the disk of a folder. A folder that cannot be asked has none. */
export async function noteDisk({ metrics: { set, clear }, log }: Pick<Deps, 'metrics' | 'log'>, folder: string) {
  try {
    const { bavail, blocks, bsize } = await statfs(folder)
    set('backcounter_data_disk_free_bytes', {}, bavail * bsize)
    set('backcounter_data_disk_bytes', {}, blocks * bsize)
  } catch (error) {
    clear('backcounter_data_disk_free_bytes')
    clear('backcounter_data_disk_bytes')
    log.warn({ err: error }, 'the disk of the data folder could not be asked')
  }
}
