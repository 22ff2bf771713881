// Mail through a real SMTP server: it arrives, waits while the server is down, and never reaches a wrong address.
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '#drizzle/database.ts'
import { mails } from '#drizzle/mail-tables.ts'
import { openDatabase } from '#drizzle/open.ts'
import { overBy, removeBatch } from '#server/boot/housekeeping-repo.ts'
import { createMail, type Mail } from '#server/mail/mail.ts'
import { createVault } from '#server/stores/vault.ts'
import { appSecret, createWorld } from '#tests/support/world.ts'
import { readable } from '#tests/support/outbox.ts'
import { freshDatabase, type FreshDatabase } from '../../scripts/fresh-database.ts'

type Received = { to: string[]; mail: string }
let folder: string
const received: Received[] = []
const complaints: unknown[] = []
const clock = { ahead: 0 }
const vault = createVault({ appSecret })
let fresh: FreshDatabase
let database: Database
const closing: (() => Promise<unknown>)[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mail-'))
  fresh = await freshDatabase(folder)
  database = await openDatabase(fresh.url)
  closing.push(() => database.close())
  clock.ahead = 0
  received.length = 0
  complaints.length = 0
})
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
  await fresh[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

async function startServer(port = 0, refuses = 0, responseCode = 451): Promise<number> {
  let left = refuses
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.once('end', () => {
        left -= 1
        if (left >= 0) return done(Object.assign(new Error(`no: ${Buffer.concat(chunks).toString()}`), { responseCode }))
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), mail: Buffer.concat(chunks).toString() })
        return done()
      })
    },
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  const listening = server.listen(port, '127.0.0.1', resolve)
  await promise
  closing.push(() => new Promise<void>((ended) => server.close(ended)))
  const address = listening.address()
  return typeof address === 'object' && address ? address.port : 0
}

/** Stops the last started server. Nothing else was opened after it. */
const stopServer = async () => closing.pop()?.()

/** A mailer of another process on the same database. */
async function mailTo(port: number | null, query = ''): Promise<Mail> {
  const log = { info: () => undefined, warn: () => undefined, error: (...said: unknown[]) => void complaints.push(said) }
  const own = await openDatabase(fresh.url)
  closing.push(() => own.close())
  const mail = createMail({
    database: own,
    vault,
    smtpUrl: port === null ? null : `smtp://127.0.0.1:${port}${query}`,
    from: 'no-reply@mail.test',
    dataDir: folder,
    now: () => Date.now() + clock.ahead,
    log,
  })
  closing.push(() => mail.close())
  return mail
}
const message = {
  to: 'guest@mail.test',
  subject: 'You are invited',
  text: `Open ${'https://back-office.test/#access_token=x'.padEnd(200, 'y')}`,
}
async function waiting() {
  return (await database.db.select({ id: mails.id }).from(mails)).map(({ id }) => id)
}
async function arrived(count: number) {
  await expect.poll(() => received).toHaveLength(count)
}

test('a mail that was to go out some time behind its answer goes out before the server ends', async () => {
  const mail = await mailTo(await startServer())
  mail.postBehind(async () => message)
  await mail.close()
  expect(received).toMatchObject([{ to: [message.to] }])
})

test('a mail arrives at its one address, long links whole, and leaves the queue', async () => {
  const mail = await mailTo(await startServer())
  await mail.post(message)
  await arrived(1)
  expect(received).toMatchObject([{ to: ['guest@mail.test'] }])
  expect(readable(received[0]?.mail ?? '')).toContain(message.text)
  await expect.poll(waiting).toEqual([])
})

test('a server that turns it away for now gets it again', async () => {
  const mail = await mailTo(await startServer(0, 1))
  await mail.post(message)
  await arrived(1)
})

test('with the server down nobody waits, and the mail goes out after the next start', async () => {
  const port = await startServer()
  await stopServer()
  const mail = await mailTo(port)
  await mail.post(message)
  await mail.close()
  expect(await waiting()).toHaveLength(1)
  await startServer(port)
  // The pause after the first attempt is over by then.
  clock.ahead += 2_000
  await mailTo(port)
  await arrived(1)
})

test('while the server is down every machine says since when, and none any more once it takes one', async () => {
  const port = await startServer()
  await stopServer()
  const [one, other] = [await mailTo(port), await mailTo(port)]
  expect(await other.failingSince()).toBeNull()
  await one.post(message)
  await expect.poll(() => other.failingSince()).toBeGreaterThan(Date.now() - 10_000)
  expect(await other.failingSince()).toBe(await one.failingSince())
  await startServer(port)
  await other.post(message)
  await expect.poll(() => one.failingSince()).toBeNull()
  await arrived(2)
})

test('of several processes that find the mails of an earlier run, one sends each', async () => {
  const port = await startServer()
  await stopServer()
  const mail = await mailTo(port)
  for (let count = 0; count < 10; count += 1) await mail.post(message)
  await mail.close()
  expect(await waiting()).toHaveLength(10)
  await startServer(port)
  clock.ahead += 2_000
  const all = await Promise.all([1, 2, 3].map(() => mailTo(port)))
  await expect.poll(waiting).toEqual([])
  for (const one of all) await one.close()
  expect(received).toHaveLength(10)
  expect(complaints).toEqual([])
})

test('a mail that a process died over is sent by another once its lease is over, one that somebody is at is not', async () => {
  const port = await startServer()
  const { db } = database
  const now = Date.now()
  for (const [id, ms] of [
    ['dead', -1],
    ['alive', 60_000],
  ] as const)
    await db.insert(mails).values({
      id,
      recipient: message.to,
      sealed: vault.seal(JSON.stringify(message), `mails|${id}|text`),
      createdAt: new Date(now - 60_000),
      runAt: new Date(now - 60_000),
      tries: 1,
      claim: 'of a process that is gone',
      leaseUntil: new Date(now + ms),
      failingSince: null,
      refusedAt: null,
    })
  await mailTo(port)
  await expect.poll(waiting).toEqual(['alive'])
  expect(received).toHaveLength(1)
  clock.ahead += 2 * 60_000
  await mailTo(port)
  await expect.poll(waiting).toEqual([])
  expect(received).toHaveLength(2)
})

test('what an older version left in files is sent, by one process, and what cannot be read is set aside', async () => {
  const port = await startServer()
  const files = join(folder, 'mail-queue')
  await mkdir(files)
  const whole = JSON.stringify(message)
  const [dead, alive] = [`dead.${Date.now() - 10 * 60_000}.sending`, `alive.${Date.now()}.sending`]
  for (const name of ['waits.json', dead, alive]) await writeFile(join(files, name), whole)
  await writeFile(join(files, 'half.json'), whole.slice(0, -5))
  await Promise.all([mailTo(port), mailTo(port)])
  await arrived(2)
  await expect.poll(async () => (await readdir(files)).toSorted()).toEqual([alive, 'half.refused'])
  expect(complaints).toEqual([[{ reason: 'unreadable', file: 'half.refused' }, expect.any(String)]])
})

test('a mail lies encrypted while it waits', async () => {
  const port = await startServer()
  await stopServer()
  const mail = await mailTo(port)
  await mail.post(message)
  const { db } = database
  expect(JSON.stringify(await db.select().from(mails))).not.toMatch(/access_token|invited/)
})

test('a mail that is refused for good is kept with one complaint that shows nothing of it, and goes after a month', async () => {
  const port = await startServer(0, 1, 550)
  const mail = await mailTo(port)
  await mail.post(message)
  await expect.poll(() => complaints).toHaveLength(1)
  await mail.close()
  expect(complaints.flat()).toContainEqual(expect.objectContaining({ responseCode: 550, command: 'DATA' }))
  expect(JSON.stringify(complaints)).not.toContain('access_token')
  clock.ahead += 60 * 60_000
  await (await mailTo(port)).close()
  expect(received).toEqual([])
  expect(complaints).toHaveLength(1)
  const { db } = database
  const { mails: over } = overBy(db, Date.now() + 29 * 24 * 60 * 60_000, null)
  expect(over && (await removeBatch(db, over, 10))).toBe(0)
  const { mails: overLater } = overBy(db, Date.now() + 32 * 24 * 60 * 60_000, null)
  expect(overLater && (await removeBatch(db, overLater, 10))).toBe(1)
})

test('where no mail is sent, each mail lies in the outbox once, whichever process writes it', async () => {
  const [one, other] = [await mailTo(null), await mailTo(null)]
  await Promise.all([one, other, one, other].map((mail) => mail.post(message)))
  expect(await readdir(join(folder, 'outbox'))).toHaveLength(4)
  expect(await waiting()).toEqual([])
  expect(one.isSent).toBe(false)
})

test.each(['a@mail.test\r\nBcc: evil@evil.test', '"x@evil.test "@mail.test', 'a@mail.test, b@evil.test'])(
  '%j is no address',
  async (to) => {
    const mail = await mailTo(await startServer())
    await mail.post({ ...message, to }).catch(() => undefined)
    await mail.close()
    expect(received).toEqual([])
  },
)

test('a server that offers no TLS is sent nothing where TLS is asked for', async () => {
  const mail = await mailTo(await startServer(), '?requireTLS=true')
  await mail.post(message)
  await mail.close()
  expect(received).toEqual([])
  expect(await waiting()).toHaveLength(1)
})

test('where mail is sent, an invitation’s answer shows the link, too, and says that it was mailed', async () => {
  await using world = await createWorld({ smtpUrl: `smtp://127.0.0.1:${await startServer()}` })
  const owner = await world.signedIn('owner')
  const invitation = { email: 'new@mail.test', full_name: 'Nina New', role_id: 'admin', store_ids: null }
  expect((await owner.rest('POST', '/users/invite', invitation)).body).toMatchObject({
    data: { invitation_url: expect.stringContaining('type=invite'), isMailed: true },
  })
  await arrived(1)
  expect(readable(received[0]?.mail ?? '')).toContain('http://localhost:3000/#access_token=')
})
