// Deliveries that failed: what stays, and what a retry does once somebody has mended or deleted the destination.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Job } from '#shared/jobs.ts'
import { createDestination, removeDestination, updateDestination } from '#server/destinations/service.ts'
import { removeExpiredFiles } from '#server/jobs/retention.ts'
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

const hourMs = 3_600_000
/** Sessions end meanwhile. */
async function pass(hours: number) {
  world.clock.now += hours * hourMs
  await world.work()
  owner = await world.signedIn('owner')
}
const place = (folder: string) => {
  const { port, account, hostKey } = sftp
  return { host: '127.0.0.1', port, username: account.username, hostKey, folder, whenTaken: 'number' as const }
}
const destinationIn = (folder: string) =>
  createDestination(world.deps, {
    name: `Accountant ${folder}`,
    kind: 'sftp',
    settings: place(folder),
    secrets: { password: sftp.account.password },
  })
async function exported(destinationId: string): Promise<string> {
  const config = { fields: ['Product Id', 'Title'] }
  const asked = { storeId: world.stores.north, config, destinationId, fileName: 'report' }
  return Object((await owner.rest('POST', '/products/export', asked)).body).data.job.id
}
const job = async (id: string): Promise<Job> => Object((await owner.rest('GET', `/jobs/${id}`)).body).data.job
const download = async (id: string) => owner.rest('GET', `/jobs/${id}/files/${(await job(id)).files[0]?.id}`)
const requests = () => world.sandbox.requests.length

test('a retry into the mended destination leaves the files of others there alone', async () => {
  const { id: destinationId, name } = await destinationIn('gone')
  const id = await exported(destinationId)
  await world.work()
  expect(await job(id)).toMatchObject({ status: 'failed', error: { message: 'The bucket or folder does not exist.' } })
  await writeFile(join(sftp.folder, 'report.csv'), 'of the accountant')
  await updateDestination(world.deps, { id: destinationId, name, kind: 'sftp', settings: place('') })
  await owner.rest('POST', `/jobs/${id}/retry`)
  await world.work()
  expect((await job(id)).delivery).toMatchObject({ state: 'delivered', fileName: 'report-2.csv' })
  expect(await readFile(join(sftp.folder, 'report.csv'), 'utf8')).toBe('of the accountant')
})

test('a name is free again for others once a delivery waits for somebody’s doing', async () => {
  const { id: destinationId } = await destinationIn('later')
  const failed = await exported(destinationId)
  await world.work()
  await mkdir(join(sftp.folder, 'later'))
  const next = await exported(destinationId)
  await world.work()
  expect((await job(next)).delivery?.fileName).toBe('report.csv')
  await owner.rest('POST', `/jobs/${failed}/retry`)
  await world.work()
  expect((await job(failed)).delivery?.fileName).toBe('report-2.csv')
  expect(await readdir(join(sftp.folder, 'later'))).toHaveLength(2)
})

test('a name is free again for others once a delivery that has sent nothing is cancelled', async () => {
  const { id: destinationId } = await destinationIn('')
  sftp.fail({ call: 'STAT', kind: 'cut' })
  const cancelled = await exported(destinationId)
  await world.work()
  expect(await job(cancelled)).toMatchObject({ status: 'pending', delivery: { state: 'waiting' } })
  expect((await owner.rest('POST', `/jobs/${cancelled}/cancel`)).status).toBe(200)
  await world.work()
  const next = await exported(destinationId)
  await world.work()
  expect((await job(next)).delivery?.fileName).toBe('report.csv')
})

test('the file of a failed delivery stays for its time, and a retry delivers it without asking the shop', async () => {
  const { id: destinationId } = await destinationIn('gone')
  const id = await exported(destinationId)
  await world.work()
  const { text, headers } = await download(id)
  expect(text).toContain('Product Id')
  // The file lacks nothing.
  expect(headers).not.toHaveProperty('x-export-warning')
  await pass(25)
  expect((await download(id)).text).toBe(text)
  await mkdir(join(sftp.folder, 'gone'))
  const asked = requests()
  await owner.rest('POST', `/jobs/${id}/retry`)
  await world.work()
  expect(await job(id)).toMatchObject({ status: 'completed', delivery: { state: 'delivered' } })
  expect(await readFile(join(sftp.folder, 'gone', 'report.csv'), 'utf8')).toBe(text)
  expect(requests()).toBe(asked)
})

test('the file of a failed delivery is removed after its time, and a retry exports again', async () => {
  const { id: destinationId } = await destinationIn('gone')
  const id = await exported(destinationId)
  await world.work()
  await pass(31 * 24)
  await removeExpiredFiles(world.deps, 30)
  expect((await download(id)).status).toBe(410)
  await mkdir(join(sftp.folder, 'gone'))
  const asked = requests()
  await owner.rest('POST', `/jobs/${id}/retry`)
  await world.work()
  expect(await job(id)).toMatchObject({ status: 'completed', delivery: { state: 'delivered' } })
  expect(requests()).toBeGreaterThan(asked)
})

test.each(['before', 'during'] as const)('a job that is retried %s the removal of its file keeps what its new run needs', async (when) => {
  const { id: destinationId } = await destinationIn('gone')
  const ids = [await exported(destinationId), await exported(destinationId)]
  await world.work()
  await pass(31 * 24)
  await mkdir(join(sftp.folder, 'gone'))
  let retried = ''
  // The files of jobs are removed one after the other.
  const remove: World['deps']['files']['remove'] = async (last) => {
    const isFirst = retried === ''
    if (isFirst) retried = ids.find((id) => (id === last.key) === (when === 'during')) ?? ''
    if (isFirst) expect((await owner.rest('POST', `/jobs/${retried}/retry`)).status).toBe(200)
    await world.deps.files.remove(last)
    if (isFirst) await world.work()
  }
  await removeExpiredFiles({ ...world.deps, files: { ...world.deps.files, remove } }, 30)
  expect(await job(retried)).toMatchObject({ status: 'completed', delivery: { state: 'delivered' } })
  expect(await download(retried)).toMatchObject({ status: 200, text: expect.stringContaining('Product Id') })
})

test('a destination that was deleted is told before the shop is asked', async () => {
  const { id: destinationId } = await destinationIn('')
  const id = await exported(destinationId)
  await removeDestination(world.deps, destinationId)
  const asked = requests()
  await world.work()
  expect(await job(id)).toMatchObject({
    status: 'failed',
    error: { code: 'DESTINATION_REFUSED', message: 'This destination does not exist any more.' },
  })
  expect(requests()).toBe(asked)
})

test('a finished export keeps its file where the destination is deleted between its attempts', async () => {
  sftp.fail({ call: 'WRITE', kind: 'cut' })
  const { id: destinationId } = await destinationIn('')
  const id = await exported(destinationId)
  await world.work()
  await removeDestination(world.deps, destinationId)
  world.clock.now += 300_000
  await world.work()
  expect(await job(id)).toMatchObject({ status: 'failed', error: { message: 'This destination does not exist any more.' } })
  expect((await download(id)).text).toContain('Product Id')
})
