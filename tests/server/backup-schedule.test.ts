// The schedule of backups: when one is due, who writes it, and what becomes of failures.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { backupRuns } from '#drizzle/backup-tables.ts'
import { runBackup } from '#server/backup/run.ts'
import { createBackupSchedule, lastDue, type WriteScheduled } from '#server/backup/schedule.ts'
import { verifyBackup } from '#server/backup/verify.ts'
import { createExposition } from '#server/metrics/exposition.ts'
import { keepStored } from '#server/metrics/stored.ts'
import { createMetrics } from '#server/metrics/metrics.ts'
import { samplesOf, valueOf } from '#tests/support/exposition.ts'
import { createWorld, type World } from '#tests/support/world.ts'

const at = { hour: 3, minute: 15 }
const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000]

let world: World
let folder: string
beforeEach(async () => {
  world = await createWorld()
  folder = mkdtempSync(join(tmpdir(), 'schedule-'))
  world.clock.now = Date.parse('2026-11-25T10:00:00Z')
})
afterEach(async () => {
  await world[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

const made = () => readdirSync(folder).toSorted()
const runs = () => world.deps.database.db.select().from(backupRuns)
const write: WriteScheduled = () =>
  runBackup({
    databaseUrl: world.databaseUrl,
    dataDir: world.folder,
    filesFolder: world.exports,
    place: { name: folder, folder },
    keep: 2,
    now: new Date(world.clock.now),
  })
const failing: WriteScheduled = () => Promise.reject(new Error('the disk is full'))
const schedule = (how: WriteScheduled = write) => createBackupSchedule(world.deps, { at, write: how })

async function figures(backsUp = true) {
  const deps = { ...world.deps, metrics: createMetrics('main') }
  const exposition = createExposition(deps, { dataDir: world.folder, stored: keepStored(deps, backsUp) })
  const samples = samplesOf(await exposition.text())
  exposition.stop()
  return { age: valueOf(samples, 'backcounter_backup_age_seconds'), bytes: valueOf(samples, 'backcounter_backup_bytes') }
}

test.each([
  ['2026-11-25T03:14:59Z', '2026-11-24T03:15:00.000Z'],
  ['2026-11-25T03:15:00Z', '2026-11-25T03:15:00.000Z'],
  ['2026-12-01T00:00:00Z', '2026-11-30T03:15:00.000Z'],
])('at %s, the last backup was due at %s', (now, due) => {
  expect(lastDue(Date.parse(now), at).toISOString()).toBe(due)
})

test('a backup that was missed is made once, at the next look; then each day, and old ones go', async () => {
  await schedule().look()
  await schedule().look()
  expect(made()).toEqual(['backup-20261125T100000Z'])
  expect((await verifyBackup(join(folder, 'backup-20261125T100000Z'))).damages).toEqual([])
  for (const time of ['2026-11-26T03:14:00Z', '2026-11-26T03:15:30Z', '2026-11-26T09:00:00Z', '2026-11-30T12:00:00Z']) {
    world.clock.now = Date.parse(time)
    await schedule().look()
  }
  expect(made()).toEqual(['backup-20261126T031530Z', 'backup-20261130T120000Z'])
})

test('of several processes, one makes it', async () => {
  let written = 0
  const counted: WriteScheduled = (signal) => {
    written += 1
    return write(signal)
  }
  await Promise.all(Array.from({ length: 5 }, () => schedule(counted).look()))
  expect(written).toBe(1)
})

test('a failed one is tried again after an hour, and told', async () => {
  await schedule(failing).look()
  expect(world.logged.some((line) => line.includes('the scheduled backup failed'))).toBe(true)
  expect(await runs()).toMatchObject([{ finishedAt: null, failure: 'the disk is full' }])
  world.clock.now += 59 * minuteMs
  await schedule().look()
  expect(made()).toEqual([])
  world.clock.now += 2 * minuteMs
  await schedule().look()
  expect(made()).toHaveLength(1)
  expect(await runs()).toMatchObject([{ failure: null, place: join(folder, made()[0] ?? '') }])
})

test('one that is written is not made again where older ones cannot be removed, which is told', async () => {
  for (const day of [25, 26, 27]) {
    world.clock.now = Date.parse(`2026-11-${day}T10:00:00Z`)
    if (day === 27) writeFileSync(join(folder, 'backup-20261125T100000Z.removing'), 'a file')
    await schedule().look()
  }
  world.clock.now += 2 * hourMs
  await schedule().look()
  expect(made().filter((name) => !name.endsWith('.removing'))).toHaveLength(3)
  expect(await runs()).toMatchObject([{ failure: null }, { failure: null }, { failure: null }])
  expect(world.logged.some((line) => line.includes('older ones could not be removed'))).toBe(true)
  const { body } = await (await world.signedIn('owner')).rest('GET', '/audit?action=backups.')
  const [newest] = (body as { data: { entries: unknown[] } }).data.entries
  expect(newest).toMatchObject({ decision: 'allowed', details: { removed: [], removalFailure: expect.stringContaining('20261125') } })
})

test('what a process left that died meanwhile is taken over', async () => {
  const due = lastDue(world.clock.now, at)
  const leaseUntil = new Date(world.clock.now + 4 * minuteMs)
  await world.deps.database.db.insert(backupRuns).values({ due, claim: 'dead', leaseUntil, startedAt: due }).returning()
  await schedule().look()
  expect(made()).toEqual([])
  world.clock.now += 5 * minuteMs
  await schedule().look()
  expect(made()).toHaveLength(1)
})

test('one that is broken off by a stop is begun anew at once', async () => {
  const begun = Promise.withResolvers<void>()
  const endless: WriteScheduled = (signal) =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(new Error('broken off')))
      begun.resolve()
    })
  const stopped = schedule(endless)
  stopped.start()
  await begun.promise
  await stopped.stop()
  await schedule().look()
  expect(made()).toHaveLength(1)
  expect(world.logged.some((line) => line.includes('backup failed'))).toBe(false)
})

test('metrics tell age and size of the newest, also while later ones fail; without a schedule there is no age', async () => {
  expect(await figures()).toEqual({ age: 0, bytes: null })
  await schedule(failing).look()
  world.clock.now += 2 * hourMs
  expect(await figures()).toEqual({ age: 2 * 3_600, bytes: null })
  await schedule().look()
  const [{ bytes } = { bytes: 0 }] = await runs()
  expect(bytes).toBeGreaterThan(1_000)
  world.clock.now += dayMs
  await schedule(failing).look()
  expect(await figures()).toEqual({ age: dayMs / 1_000, bytes })
  expect((await figures(false)).age).toBeNull()
})

test('a scheduled backup and its failure are in the audit log, as of nobody', async () => {
  await schedule(failing).look()
  world.clock.now += hourMs
  await schedule().look()
  const owner = await world.signedIn('owner')
  const { body } = await owner.rest('GET', '/audit?action=backups.')
  const { entries } = (body as { data: { entries: unknown[] } }).data
  const by = { actor_id: 'schedule', actor_name: 'Schedule of backups', actor_email: null, action: 'backups.run' }
  expect(entries).toEqual([
    expect.objectContaining({ ...by, decision: 'allowed', details: expect.objectContaining({ removed: [] }) }),
    expect.objectContaining({ ...by, decision: 'failed', details: { failure: 'the disk is full' } }),
  ])
})
