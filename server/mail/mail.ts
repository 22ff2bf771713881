import { randomInt } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { createMailQueue, privateFile, privateFolder, type Message } from './queue.ts'

/** Takes mails. `post` answers as soon as the mail is safe on the disk: a mail server that is down or slow holds nobody up. */
type Post = {
  /** False where mails only lie in the outbox: links are then shown to whoever made them. */
  isSent: boolean
  /** Since when no mail could be delivered, in ms; null where the last one was, and before the first. */
  failingSince(): number | null
  post(message: Message): Promise<void>
  /** Resolves when no delivery is under way; what is not delivered waits on the disk for the next start. */
  close(): Promise<void>
}
/** Sends mail. */
export type Mail = Post & {
  /**
   * Composes and posts some time after the answer, by chance sooner or later: what is done for a known address alone must not be
   * found in how long this answer takes, nor in the next one, which may be waiting for it. Closing posts what is left.
   */
  postBehind(compose: () => Promise<Message>): void
}

export type MailOptions = {
  /** `smtp://user:password@host:port`, or null: mails become .eml files. */
  smtpUrl: string | null
  from: string
  dataDir: string
  now: Deps['now']
  log: Deps['log']
}

const firstRetryMs = 1_000
const longestRetryMs = 10 * 60_000
const behindMs = [100, 500] as const
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }
const noFiles = { disableFileAccess: true, disableUrlAccess: true }

/** The library is loaded with the first mail: every thread can send one, and few do. */
const nodemailer = () => import('nodemailer')

const openComposer = async () => (await nodemailer()).createTransport({ streamTransport: true, buffer: true, ...noFiles })

/** Mails as .eml files in `outbox`, oldest first by name: for installations without a mail server, and for the demo. */
function createOutbox({ from, dataDir, now }: MailOptions): Post {
  const folder = join(dataDir, 'outbox')
  let count = 0
  let composer: ReturnType<typeof openComposer> | null = null
  return {
    isSent: false,
    failingSince: () => null,
    async post(message) {
      composer ??= openComposer()
      const { message: composed } = await (await composer).sendMail({ from, ...message, date: new Date(now()) })
      await mkdir(folder, privateFolder)
      if (!Buffer.isBuffer(composed)) throw new Error('the mail was not composed')
      count += 1
      const name = `${now()}-${String(count).padStart(6, '0')}-${crypto.randomUUID()}.eml`
      await writeFile(join(folder, name), composed, privateFile)
    },
    close: async () => undefined,
  }
}

/** What a server has against this very mail, for good. What it has against our login or our sender is mended, and mails wait for it. */
const Refusal = z.object({ responseCode: z.number().min(500).max(599), command: z.enum(['RCPT TO', 'DATA']) })

/** Why a mail will never go out, without a word of what is in it; null where it is worth another try. */
function hopeless(error: unknown): object | null {
  if (error instanceof SyntaxError || error instanceof z.ZodError) return { reason: 'unreadable' }
  return Refusal.safeParse(error).data ?? null
}

/** Mails through a mail server. Each lies in `mail-queue` until the server has taken it, over restarts too. */
function createPostman({ from, dataDir, now, log }: MailOptions, smtpUrl: string): Post {
  const queue = createMailQueue(join(dataDir, 'mail-queue'), now)
  const open = async () => (await nodemailer()).createTransport({ url: smtpUrl, ...timeouts, ...noFiles })
  let server: ReturnType<typeof open> | null = null
  const timers = new Set<NodeJS.Timeout>()
  const underWay = new Set<Promise<void>>()
  let isClosed = false
  let failingSince: number | null = null

  async function send(claim: string, retryMs: number) {
    try {
      server ??= open()
      await (await server).sendMail({ from, ...(await queue.read(claim)) })
    } catch (error) {
      const why = hopeless(error)
      if (why) return log.error({ ...why, file: await queue.setAside(claim) }, 'a mail will never be delivered and was set aside')
      failingSince ??= now()
      log.warn({ reason: error instanceof Error ? error.message : 'unknown', retryMs }, 'a mail could not be delivered yet')
      const name = await queue.giveBack(claim)
      return isClosed ? undefined : later(name, retryMs, Math.min(retryMs * 2, longestRetryMs))
    }
    failingSince = null
    await queue.done(claim)
  }

  async function sendWaiting(name: string, retryMs: number) {
    const claim = await queue.claim(name)
    if (claim !== null) await send(claim, retryMs)
  }

  function inBackground(work: Promise<void>) {
    const watched = work.catch((error: unknown) => log.error(error, 'the queue of mails failed')).finally(() => underWay.delete(watched))
    underWay.add(watched)
  }

  function later(name: string, inMs: number, retryMs: number) {
    const timer = setTimeout(() => {
      timers.delete(timer)
      inBackground(sendWaiting(name, retryMs))
    }, inMs).unref()
    timers.add(timer)
  }

  async function sendLeft() {
    for (const { name, inMs } of await queue.left()) if (!isClosed) later(name, inMs, firstRetryMs)
  }

  inBackground(sendLeft())
  return {
    isSent: true,
    failingSince: () => failingSince,
    async post(message) {
      inBackground(send(await queue.keep(message), firstRetryMs))
    },
    async close() {
      isClosed = true
      for (const timer of timers) clearTimeout(timer)
      await Promise.all(underWay)
      const opened = await server
      opened?.close()
    },
  }
}

function withDelay(post: Post, { log }: MailOptions): Mail {
  const closing = new AbortController()
  const underWay = new Set<Promise<void>>()
  async function postLater(compose: () => Promise<Message>) {
    await pause(randomInt(...behindMs), undefined, { signal: closing.signal }).catch(() => {})
    await post.post(await compose())
  }
  return {
    ...post,
    postBehind(compose) {
      const posting = postLater(compose)
        .catch((error: unknown) => log.error(error, 'a mail could not be posted'))
        .finally(() => underWay.delete(posting))
      underWay.add(posting)
    },
    async close() {
      closing.abort()
      await Promise.all(underWay)
      await post.close()
    },
  }
}

export const createMail = (options: MailOptions): Mail =>
  withDelay(options.smtpUrl === null ? createOutbox(options) : createPostman(options, options.smtpUrl), options)
