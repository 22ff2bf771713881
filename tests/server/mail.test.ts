// Mail through a real SMTP server: it arrives, it waits where the server is down, and it never goes astray.
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMail, type Mail } from '#server/mail/mail.ts'
import { createWorld } from '#tests/support/world.ts'
import { readable } from '#tests/support/outbox.ts'

type Received = { to: string[]; mail: string }
let folder: string
const received: Received[] = []
const complaints: unknown[] = []
const closing: (() => Promise<unknown>)[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mail-'))
  received.length = 0
  complaints.length = 0
})
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
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

function mailTo(port: number, query = ''): Mail {
  const log = { info: () => undefined, warn: () => undefined, error: (...said: unknown[]) => void complaints.push(said) }
  const mail = createMail({
    smtpUrl: `smtp://127.0.0.1:${port}${query}`,
    from: 'no-reply@mail.test',
    dataDir: folder,
    now: () => Date.now(),
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
const queued = () => readdir(join(folder, 'mail-queue'))
async function arrived(count: number) {
  await expect.poll(() => received).toHaveLength(count)
}

test('a mail that was to go out some time behind its answer goes out before the server ends', async () => {
  const mail = mailTo(await startServer())
  mail.postBehind(async () => message)
  await mail.close()
  expect(received).toMatchObject([{ to: [message.to] }])
})

test('a mail arrives at its one address, long links whole, and leaves the queue', async () => {
  const mail = mailTo(await startServer())
  await mail.post(message)
  await arrived(1)
  expect(received).toMatchObject([{ to: ['guest@mail.test'] }])
  expect(readable(received[0]?.mail ?? '')).toContain(message.text)
  await expect.poll(queued).toEqual([])
})

test('a server that turns it away for now gets it again', async () => {
  const mail = mailTo(await startServer(0, 1))
  await mail.post(message)
  await arrived(1)
})

test('with the server down nobody waits, and the mail goes out after the next start', async () => {
  const port = await startServer()
  await closing.pop()?.()
  const mail = mailTo(port)
  await mail.post(message)
  await mail.close()
  expect(await queued()).toHaveLength(1)
  await startServer(port)
  mailTo(port)
  await arrived(1)
})

test('of several threads that find the mails of an earlier run, one sends each', async () => {
  const port = await startServer()
  await closing.pop()?.()
  const mail = mailTo(port)
  for (let count = 0; count < 10; count += 1) await mail.post(message)
  await mail.close()
  expect(await queued()).toHaveLength(10)
  await startServer(port)
  for (let count = 0; count < 3; count += 1) mailTo(port)
  await expect.poll(queued).toEqual([])
  for (const close of closing.splice(2)) await close()
  expect(received).toHaveLength(10)
  expect(complaints).toEqual([])
})

test('a mail that somebody died over goes out again, one that somebody is at does not', async () => {
  const port = await startServer()
  await mkdir(join(folder, 'mail-queue'))
  const [dead, alive] = [`dead.${Date.now() - 10 * 60_000}.sending`, `alive.${Date.now()}.sending`]
  for (const name of [dead, alive]) await writeFile(join(folder, 'mail-queue', name), JSON.stringify(message))
  mailTo(port)
  await expect.poll(queued).toEqual([alive])
  expect(received).toHaveLength(1)
})

test('a mail that is refused for good, or cannot be read, is set aside with one complaint that shows nothing of it', async () => {
  const port = await startServer(0, 1, 550)
  await mkdir(join(folder, 'mail-queue'))
  await writeFile(join(folder, 'mail-queue', 'half.json'), JSON.stringify(message).slice(0, -5))
  const mail = mailTo(port)
  await mail.post(message)
  await expect.poll(() => complaints).toHaveLength(2)
  await mail.close()
  expect(await queued()).toEqual([expect.stringMatching(/\.refused$/), expect.stringMatching(/\.refused$/)])
  expect(complaints.flat()).toContainEqual(expect.objectContaining({ responseCode: 550, command: 'DATA' }))
  expect(JSON.stringify(complaints)).not.toContain('access_token')
  await mailTo(port).close()
  expect(received).toEqual([])
  expect(complaints).toHaveLength(2)
})

test.each(['a@mail.test\r\nBcc: evil@evil.test', '"x@evil.test "@mail.test', 'a@mail.test, b@evil.test'])(
  '%j is no address',
  async (to) => {
    const mail = mailTo(await startServer())
    await mail.post({ ...message, to }).catch(() => undefined)
    await mail.close()
    expect(received).toEqual([])
  },
)

test('a server that offers no TLS is sent nothing where TLS is asked for', async () => {
  const mail = mailTo(await startServer(), '?requireTLS=true')
  await mail.post(message)
  await mail.close()
  expect(received).toEqual([])
  expect(await queued()).toHaveLength(1)
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
