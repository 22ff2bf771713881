import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SftpSettings } from '#shared/destinations.ts'
import { limits } from '#shared/limits.ts'
import { sftpSender } from '#server/destinations/sftp-sender.ts'
import { parcelOf, progressOf } from '../../support/parcel.ts'
import { startSftp, type SftpFault, type SftpServer } from '../../../scripts/sftp-server.ts'

let server: SftpServer
beforeAll(async () => {
  server = await startSftp()
})
afterAll(() => server[Symbol.asyncDispose]())
beforeEach(async () => {
  for (const name of await readdir(server.folder)) await rm(join(server.folder, name))
})

const senderFor = (change: object = {}, password = server.account.password) => {
  const { port, hostKey, account } = server
  const settings = SftpSettings.parse({ host: '127.0.0.1', port, username: account.username, hostKey, ...change })
  return sftpSender({ ...settings, secrets: { password }, lookup: undefined, answerMs: limits.destinations.answerMs })
}
const here = () => readdir(server.folder)
const content = (name: string) => readFile(join(server.folder, name))

describe('a delivery over SFTP', () => {
  test('is whole, beside its receipt', async () => {
    const parcel = parcelOf(700_001, { receipt: '{"rows":3}' })
    const { target } = await senderFor().send(parcel, progressOf())
    expect(target).toBe(`sftp://127.0.0.1:${server.port}/${parcel.name}`)
    expect((await here()).toSorted()).toEqual([parcel.name, `${parcel.name}.receipt.json`])
    expect(await content(parcel.name)).toEqual(parcel.content)
    expect(String(await content(`${parcel.name}.receipt.json`))).toBe('{"rows":3}')
  })

  test.each<[string, SftpFault, string]>([
    ['cut off', { call: 'WRITE', after: 5, kind: 'cut' }, 'CONNECTION_LOST'],
    ['refused for want of space', { call: 'WRITE', after: 5, kind: 4 }, 'FULL'],
    ['cut off before the file has its name', { call: 'RENAME', kind: 'cut' }, 'CONNECTION_LOST'],
    ['refused at its folder', { call: 'OPEN', kind: 3 }, 'ACCESS_REFUSED'],
  ])('%s, leaves no file, and ends whole at the next attempt', async (_name, fault, failure) => {
    const [parcel, progress] = [parcelOf(700_001), progressOf()]
    server.fail(fault)
    await expect(senderFor().send(parcel, progress)).rejects.toMatchObject({ failure })
    expect(await here()).not.toContain(parcel.name)
    await senderFor().send({ ...parcel, attempt: 2 }, progress)
    expect(await here()).toEqual([parcel.name])
    expect(await content(parcel.name)).toEqual(parcel.content)
  })

  test('whose end was not noted is repeated in the same place', async () => {
    const [parcel, progress] = [parcelOf(70_001), progressOf()]
    await senderFor().send(parcel, progress)
    await senderFor().send({ ...parcel, attempt: 2 }, progress)
    expect(await here()).toEqual([parcel.name])
    expect(await content(parcel.name)).toEqual(parcel.content)
  })

  test('that is given up leaves no temporary file, and one that has arrived stays', async () => {
    const [parcel, progress] = [parcelOf(700_001), progressOf()]
    const { key, attempt } = parcel
    const { signal } = new AbortController()
    server.fail({ call: 'WRITE', after: 5, kind: 'cut' })
    await expect(senderFor().send(parcel, progress)).rejects.toMatchObject({ failure: 'CONNECTION_LOST' })
    expect(await here()).toEqual([`.backcounter-${key}-1.part`])
    await writeFile(join(server.folder, '.backcounter-other-1.part'), 'of another delivery')
    await senderFor().discard({ key, attempt, state: progress.from }, signal)
    expect(await here()).toEqual(['.backcounter-other-1.part'])
    await senderFor().send(parcel, progress)
    await senderFor().discard({ key, attempt, state: progress.from }, signal)
    expect(await content(parcel.name)).toEqual(parcel.content)
  })

  test('numbers a name that is taken, or replaces the file', async () => {
    const parcel = parcelOf(1_000)
    await writeFile(join(server.folder, parcel.name), 'another')
    await senderFor().send(parcel, progressOf())
    expect(String(await content(parcel.name))).toBe('another')
    expect(await content('orders-2026-11-25-2.csv')).toEqual(parcel.content)
    await senderFor({ whenTaken: 'replace' }).send(parcel, progressOf())
    expect(await content(parcel.name)).toEqual(parcel.content)
  })

  test('finds the next number behind many files', async () => {
    const parcel = parcelOf(1_000)
    for (let number = 1; number <= 23; number += 1) {
      const name = number === 1 ? parcel.name : `orders-2026-11-25-${number}.csv`
      await writeFile(join(server.folder, name), 'another')
    }
    expect(await senderFor().send(parcel, progressOf())).toMatchObject({ fileName: 'orders-2026-11-25-24.csv' })
    expect(await content('orders-2026-11-25-24.csv')).toEqual(parcel.content)
    expect(String(await content('orders-2026-11-25-23.csv'))).toBe('another')
  })

  test('sends nothing to a server that shows another key', async () => {
    const other = `SHA256:${'A'.repeat(43)}`
    await expect(senderFor({ hostKey: other }).send(parcelOf(10), progressOf())).rejects.toMatchObject({ failure: 'HOST_KEY_CHANGED' })
    await expect(senderFor({ hostKey: null }).send(parcelOf(10), progressOf())).rejects.toMatchObject({ failure: 'HOST_KEY_UNKNOWN' })
    expect(await here()).toEqual([])
  })

  test.each([
    ['a wrong password', {}, 'wrong', 'CREDENTIALS_REFUSED'],
    ['a missing folder', { folder: 'gone' }, undefined, 'PLACE_MISSING'],
    ['a port where nothing listens', { port: 9 }, undefined, 'CONNECTION_REFUSED'],
  ])('says what is wrong: %s', async (_name, change, password, failure) => {
    await expect(senderFor(change, password).test(new AbortController().signal, () => {})).rejects.toMatchObject({ failure })
  })

  test.each<[string, SftpFault, string]>([
    ['takes no bytes', { call: 'WRITE', kind: 4 }, 'FULL'],
    ['does not keep them', { call: 'CLOSE', after: 1, kind: 4 }, 'FULL'],
  ])('is tested without a trace where the server %s', async (_name, fault, failure) => {
    server.fail(fault)
    await expect(senderFor().test(new AbortController().signal, () => {})).rejects.toMatchObject({ failure })
    expect(await here()).toEqual([])
  })

  test('is tested without a trace', async () => {
    const shown: string[] = []
    await senderFor().test(new AbortController().signal, (fingerprint) => void shown.push(fingerprint))
    expect(shown).toEqual([server.hostKey])
    expect(await here()).toEqual([])
  })
})
