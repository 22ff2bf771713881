// A full disk, including the database's. Only root can create one for a test.
import { readdirSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { dialect } from '#drizzle/dialect.ts'
import { createWorker } from '#server/jobs/worker.ts'
import { createJobHandlers } from '#server/boot/job-handlers.ts'
import type { Job } from '#shared/jobs.ts'
import { createWorld, testShops } from '#tests/support/world.ts'
import { canMount, smallDisk } from '../../proofs/integrity/small-disk.ts'

afterEach(() => vi.unstubAllEnvs())

test.runIf(canMount && dialect === 'sqlite')(
  'a full disk fails the job with that reason once it can be written down, and the rest goes on',
  { timeout: 120_000 },
  async () => {
    using disk = smallDisk(48)
    vi.stubEnv('TMPDIR', disk.folder)
    await using world = await createWorld({ shops: { ...testShops, north: { ...testShops.north, products: 700 } } })
    const owner = await world.signedIn('owner')
    const jobOf = async (id: string) => ((await owner.rest('GET', `/jobs/${id}`)).body as { data: { job: Job } }).data.job
    const made = await owner.rest('POST', '/products/export', { storeId: world.stores.north, config: { fields: ['Title', 'Body (HTML)'] } })
    const { id } = (made.body as { data: { job: Job } }).data.job
    world.sandbox.tune({ latencyMs: 1_000 }, testShops.north.host)
    const worker = createWorker(world.deps, { handlers: createJobHandlers(world.deps), pollMs: 20 })
    worker.start()
    await expect.poll(async () => (await jobOf(id)).status).toBe('running')
    disk.fill()
    // Filling the disk kept the process busy, so it sheds load at first. The database also has some free space in its file.
    const change = () => owner.rest('PUT', '/users/me/profile', { email_notifications: true })
    const full = { status: 503, body: { error: { code: 'DISK_FULL' } } }
    await expect.poll(change).toMatchObject(full)
    await expect.poll(async () => (await owner.rest('GET', '/stores')).text).toContain('"success":true')
    await expect.poll(() => world.logged.some((line) => line.includes('an attempt at a job failed'))).toBe(true)
    // Longer than a lease: no worker treats the job as lost and resumes it once the disk has space.
    world.clock.now += 60_000
    disk.free()
    await expect.poll(async () => (await jobOf(id)).status).not.toBe('running')
    expect(await jobOf(id)).toMatchObject({ status: 'failed', attempts: 1, error: { code: 'DISK_FULL' }, files: [] })
    expect(readdirSync(world.exports)).toEqual([])
    await owner.rest('POST', `/jobs/${id}/retry`)
    await expect.poll(async () => (await jobOf(id)).status).toBe('completed')
    expect(await jobOf(id)).toMatchObject({ attempts: 2 })
    await worker.stop()
  },
)
