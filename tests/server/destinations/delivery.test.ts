// Exports whose file is delivered, as jobs: the shop is asked once, and a repetition delivers the same bytes.
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Job } from '#shared/jobs.ts'
import { createJobHandlers } from '#server/boot/job-handlers.ts'
import { createDestination, updateDestination } from '#server/destinations/service.ts'
import { createWorker } from '#server/jobs/worker.ts'
import { findStores } from '#server/stores/service.ts'
import { startSftp, type SftpServer } from '../../../scripts/sftp-server.ts'
import { createWorld, type Caller, type World } from '../../support/world.ts'

let world: World
let owner: Caller
let sftp: SftpServer
beforeEach(async () => {
  world = await createWorld()
  owner = await world.signedIn('owner')
  sftp = await startSftp()
})
afterEach(async () => {
  await world[Symbol.asyncDispose]()
  await sftp[Symbol.asyncDispose]()
})

async function destination(change: object = {}) {
  const { port, account, hostKey } = sftp
  const settings = { host: '127.0.0.1', port, username: account.username, hostKey, folder: '', whenTaken: 'number' as const, ...change }
  return createDestination(world.deps, { name: 'Accountant', kind: 'sftp', settings, secrets: { password: account.password } })
}

/** Queues an export of all products of North. */
async function exported(destinationId: string): Promise<string> {
  const request = { storeId: world.stores.north, config: { fields: ['Product Id', 'Title'] } }
  const delivery = { destinationId, fileName: '{schedule}-{date}-{store}', includeReceipt: true }
  const { body } = await owner.rest('POST', '/products/export', { ...request, ...delivery })
  return (body as { data: { job: Job } }).data.job.id
}
const work = () => createWorker(world.deps, { handlers: createJobHandlers(world.deps) }).drain()
const job = async (id: string): Promise<Job> => ((await owner.rest('GET', `/jobs/${id}`)).body as { data: { job: Job } }).data.job
const arrived = async () => (await readdir(sftp.folder)).toSorted()
const content = (name: string) => readFile(join(sftp.folder, name), 'utf8')
const download = async (id: string) => {
  const [file] = (await job(id)).files
  return (await owner.rest('GET', `/jobs/${id}/files/${file?.id}`)).text
}

describe('the delivery of an export', () => {
  test('has the bytes and the receipt of the job', async () => {
    const { id: destinationId } = await destination()
    const id = await exported(destinationId)
    await work()
    const { status, receipt, createdAt } = await job(id)
    expect(status).toBe('completed')
    const [north] = await findStores(world.deps, [world.stores.north])
    const date = new Intl.DateTimeFormat('sv-SE', { timeZone: north?.timezone }).format(new Date(createdAt))
    const name = `products-${date}-North.csv`
    expect(await arrived()).toEqual([name, `${name}.receipt.json`])
    expect(await content(name)).toBe(await download(id))
    expect(JSON.parse(await content(`${name}.receipt.json`))).toEqual(receipt)
    const target = `sftp://127.0.0.1:${sftp.port}/${name}`
    expect((await job(id)).delivery).toMatchObject({ destinationId, name: 'Accountant', kind: 'sftp', state: 'delivered', target })
  })

  test('is repeated without asking the shop again', async () => {
    sftp.fail({ call: 'RENAME', kind: 'cut' })
    const id = await exported((await destination()).id)
    await work()
    expect(await job(id)).toMatchObject({
      status: 'pending',
      waitingFor: 'The connection to the destination broke off.',
      delivery: { state: 'waiting' },
    })
    expect((await arrived()).filter((name) => !name.startsWith('.'))).toEqual([])
    const before = await download(id)
    const calls = world.sandbox.requests.length
    world.clock.now += 300_000
    await work()
    expect(await job(id)).toMatchObject({ status: 'completed', attempts: 2 })
    expect(world.sandbox.requests).toHaveLength(calls)
    const [name = ''] = await arrived()
    expect([await content(name), await download(id)]).toEqual([before, before])
  })

  test('that waits for another attempt keeps its name from deliveries that begin meanwhile', async () => {
    sftp.fail({ call: 'WRITE', kind: 'cut' })
    const { id: destinationId } = await destination()
    const first = await exported(destinationId)
    await work()
    const second = await exported(destinationId)
    await work()
    expect(await job(first)).toMatchObject({ status: 'pending' })
    const later = (await job(second)).delivery?.fileName ?? ''
    expect(later).toMatch(/-North-2\.csv$/)
    world.clock.now += 300_000
    await work()
    const earlier = later.replace('-2.csv', '.csv')
    expect((await job(first)).delivery?.fileName).toBe(earlier)
    expect((await arrived()).filter((name) => name.endsWith('.csv'))).toEqual([later, earlier])
    // A delivered name belongs to nobody any more: the place itself says what is taken.
    await rm(join(sftp.folder, earlier))
    const third = await exported(destinationId)
    await work()
    expect((await job(third)).delivery?.fileName).toBe(earlier)
  })

  test('that is cancelled gives its name up', async () => {
    sftp.fail({ call: 'WRITE', kind: 'cut' })
    const { id: destinationId } = await destination()
    const cancelled = await exported(destinationId)
    await work()
    await owner.rest('POST', `/jobs/${cancelled}/cancel`)
    await work()
    const next = await exported(destinationId)
    await work()
    expect((await job(next)).delivery?.fileName).toMatch(/-North\.csv$/)
  })

  test('that cannot pass ends the job, whose file stays and which Retry delivers', async () => {
    const made = await destination({ folder: 'gone' })
    const id = await exported(made.id)
    await work()
    expect(await job(id)).toMatchObject({
      status: 'failed',
      delivery: { state: 'failed', target: null },
      error: { code: 'DESTINATION_REFUSED', message: 'The bucket or folder does not exist.' },
    })
    expect(await download(id)).toContain('Product Id')
    if (made.kind !== 'sftp' || !made.settings) throw new Error('another kind')
    await updateDestination(world.deps, { ...made, settings: { ...made.settings, folder: '' } })
    await owner.rest('POST', `/jobs/${id}/retry`)
    await work()
    expect(await job(id)).toMatchObject({ status: 'completed' })
    expect(await arrived()).toHaveLength(2)
  })

  test('that is cancelled between its attempts leaves nothing half at the destination', async () => {
    sftp.fail({ call: 'WRITE', kind: 'cut' })
    const id = await exported((await destination()).id)
    await work()
    expect(await arrived()).toEqual([`.backcounter-${id}-1.part`])
    expect((await owner.rest('POST', `/jobs/${id}/cancel`)).status).toBe(200)
    await work()
    expect(await job(id)).toMatchObject({ status: 'failed', delivery: { state: 'failed' } })
    expect(await arrived()).toEqual([])
  })

  test('that cannot be cleared at its destination fails for its own reason', async () => {
    sftp.fail({ call: 'WRITE', kind: 'cut' })
    const made = await destination()
    const id = await exported(made.id)
    await work()
    if (made.kind !== 'sftp' || !made.settings) throw new Error('another kind')
    await updateDestination(world.deps, { ...made, settings: { ...made.settings, folder: 'gone' } })
    await owner.rest('POST', `/jobs/${id}/cancel`)
    await work()
    expect(await job(id)).toMatchObject({ error: { code: 'JOB_CANCELLED' } })
    expect(await arrived()).toEqual([`.backcounter-${id}-1.part`])
  })

  test('is kept by Run again, which says so where the destination was deleted', async () => {
    const made = await destination()
    const id = await exported(made.id)
    await work()
    const again = ((await owner.rest('POST', `/jobs/${id}/run`)).body as { data: { job: Job } }).data.job
    expect(again.delivery).toMatchObject({ destinationId: made.id, state: 'waiting' })
    await work()
    expect((await job(again.id)).delivery?.fileName).toMatch(/-2\.csv$/)
    await owner.rest('DELETE', `/destinations/${made.id}`)
    const { status, body } = await owner.rest('POST', `/jobs/${id}/run`)
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toContain('This destination does not exist any more.')
  })
})
