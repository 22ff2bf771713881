// A full disk, including the database's. Only root can create one for a test.
import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { dialect } from '#drizzle/dialect.ts'
import { createWorker } from '#server/jobs/worker.ts'
import { createJobHandlers } from '#server/boot/job-handlers.ts'
import type { Job } from '#shared/jobs.ts'
import { createWorld, testShops } from '#tests/support/world.ts'

const canMount = process.platform === 'linux' && process.getuid?.() === 0 && dialect === 'sqlite'
const asRoot = (program: string, ...args: string[]) => execFileSync(program, args)
const undo: (() => void)[] = []
afterEach(() => {
  for (const step of undo.splice(0).toReversed()) step()
  vi.unstubAllEnvs()
})

/** A disk of this size in megabytes, which becomes the temporary folder. */
function smallDisk(megabytes: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'disk-'))
  asRoot('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder)
  undo.push(() => {
    asRoot('umount', '-l', folder)
    rmSync(folder, { recursive: true, force: true })
  })
  vi.stubEnv('TMPDIR', folder)
  return folder
}

/** Fills the disk to the last byte. */
function fill(disk: string): string {
  const filler = join(disk, 'filler')
  for (let size = 1024 * 1024; size >= 1; size = Math.floor(size / 2))
    try {
      for (;;) appendFileSync(filler, Buffer.alloc(size))
    } catch {
      // A smaller block may still fit.
    }
  return filler
}

test.runIf(canMount)(
  'a full disk fails the job with that reason once it can be written down, and the rest goes on',
  { timeout: 120_000 },
  async () => {
    const disk = smallDisk(48)
    await using world = await createWorld({ shops: { ...testShops, north: { ...testShops.north, products: 700 } } })
    const owner = await world.signedIn('owner')
    const jobOf = async (id: string) => ((await owner.rest('GET', `/jobs/${id}`)).body as { data: { job: Job } }).data.job
    const made = await owner.rest('POST', '/products/export', { storeId: world.stores.north, config: { fields: ['Title', 'Body (HTML)'] } })
    const { id } = (made.body as { data: { job: Job } }).data.job
    world.sandbox.tune({ latencyMs: 1_000 }, testShops.north.host)
    const worker = createWorker(world.deps, { handlers: createJobHandlers(world.deps), pollMs: 20 })
    worker.start()
    await expect.poll(async () => (await jobOf(id)).status).toBe('running')
    const filler = fill(disk)
    // Filling the disk kept the process busy, so it sheds load at first. The database also has some free space in its file.
    const change = () => owner.rest('PUT', '/users/me/profile', { email_notifications: true })
    const full = { status: 503, body: { error: { code: 'DISK_FULL' } } }
    await expect.poll(change).toMatchObject(full)
    await expect.poll(async () => (await owner.rest('GET', '/stores')).text).toContain('"success":true')
    await expect.poll(() => world.logged.some((line) => line.includes('an attempt at a job failed'))).toBe(true)
    // Longer than a lease: no worker treats the job as lost and resumes it once the disk has space.
    world.clock.now += 60_000
    rmSync(filler)
    await expect.poll(async () => (await jobOf(id)).status).not.toBe('running')
    expect(await jobOf(id)).toMatchObject({ status: 'failed', attempts: 1, error: { code: 'DISK_FULL' }, files: [] })
    expect(readdirSync(world.exports)).toEqual([])
    await owner.rest('POST', `/jobs/${id}/retry`)
    await expect.poll(async () => (await jobOf(id)).status).toBe('completed')
    expect(await jobOf(id)).toMatchObject({ attempts: 2 })
    await worker.stop()
  },
)
