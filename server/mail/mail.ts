import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { Database } from '#drizzle/database.ts'
import type { Deps } from '#server/deps.ts'
import type { Vault } from '#server/stores/vault.ts'
import { createCarrier, type Carrier, type MailTimeouts, type RefusedRecipient } from './carriers.ts'
import { Message, type Letter } from './message.ts'
import { takeOverFiles } from './older-files.ts'
import {
  claimMail,
  dueMails,
  endMail,
  insertMail,
  mailsFailingSince,
  postponeMail,
  refuseMail,
  takeOverMail,
  type MailClaim,
  type KeptMail,
} from './repo.ts'

/**
 * Queues and sends mails. `post` returns when the mail is stored in the database, so a mail server that is down or slow does not block
 * callers.
 */
type Post = Pick<Carrier, 'isSent'> & {
  /** The time in ms since when no machine could deliver a mail. null: the last delivery succeeded, or there was none. */
  failingSince(): Promise<number | null>
  post(message: Message): Promise<void>
  /** Delivers a mail now, for a caller that repeats it. See `Carrier`. */
  deliver: (letter: Letter) => Promise<readonly RefusedRecipient[]>
  /** Resolves when no delivery is running. Undelivered mails stay in the database for any other machine. */
  close(): Promise<void>
}
export type Mail = Post & {
  /**
   * Composes and posts a mail after a random delay. The work is done only for known addresses, so it must not be measurable in the duration
   * of this answer or the next one. Closing posts the remaining mails.
   */
  postBehind(compose: () => Promise<Message>): void
}

export type MailOptions = {
  database: Database
  vault: Vault
  /** `smtp://user:password@host:port`. null: mails are written as .eml files. */
  smtpUrl: string | null
  from: string
  /** In ms. Default: those of `carriers.ts`. */
  timeouts?: MailTimeouts | undefined
  dataDir: string
  now: Deps['now']
  log: Deps['log']
}

const firstRetryMs = 1_000
const longestRetryMs = 10 * 60_000
/** The interval for mails that another machine has left. */
const lookMs = 5_000
const maxAtOnce = 20
/** Much longer than any delivery takes, so a claim of this age belongs to a process that died. */
const leaseMs = 5 * 60_000
const behindMs = [100, 500] as const

/** The binding of a mail's encrypted text to its row. */
export const mailBinding = (id: string) => `mails|${id}|text`
const Sealed = Message.omit({ to: true })

/** The server's permanent refusal of this mail. Refusals of our login or sender can be fixed, so mails wait for that. */
const Refusal = z.object({ responseCode: z.number().min(500).max(599), command: z.enum(['RCPT TO', 'DATA']) })

class Unreadable extends Error {}

/** The reason why a mail can never be delivered, without its content. null: it is worth a retry. */
function hopeless(error: unknown): object | null {
  return error instanceof Unreadable ? { reason: 'unreadable' } : (Refusal.safeParse(error).data ?? null)
}

const retryAfter = (tries: number) => Math.min(firstRetryMs * 2 ** (tries - 1), longestRetryMs)

/** Mails are stored in a table until they are delivered. Several processes share it, and the process that claims a mail sends it. */
function createPost(options: MailOptions): Post {
  const { database, vault, dataDir, now, log } = options
  const { db } = database
  const carrier = createCarrier(options)
  const underWay = new Set<Promise<void>>()
  const timers = new Set<NodeJS.Timeout>()
  const closing = new AbortController()
  let isAway = false
  let filesDueAt: number | null = 0

  const sealed = (id: string, { subject, text }: Message) => vault.seal(JSON.stringify({ subject, text }), mailBinding(id))

  function opened({ id, recipient, sealed: body }: KeptMail): Message {
    try {
      return { to: recipient, ...Sealed.parse(JSON.parse(vault.open(body, mailBinding(id)))) }
    } catch (cause) {
      throw new Unreadable('a mail that no secret opens', { cause })
    }
  }

  async function send(mail: KeptMail, claim: MailClaim) {
    try {
      await carrier.deliver(opened(mail))
    } catch (error) {
      const why = hopeless(error)
      if (why) {
        await refuseMail(db, claim, new Date(now()))
        return log.error({ ...why, mail: mail.id }, 'a mail will never be delivered and was set aside')
      }
      const retryMs = retryAfter(mail.tries)
      log.warn({ reason: error instanceof Error ? error.message : 'unknown', retryMs }, 'a mail could not be delivered yet')
      await postponeMail(db, claim, new Date(now() + retryMs), mail.failingSince ?? new Date(now()))
      return lookIn(retryMs)
    }
    await endMail(db, claim)
  }

  async function takeOver() {
    if (filesDueAt === null || now() < filesDueAt) return
    const keep = (id: string, message: Message) =>
      takeOverMail(db, { id, recipient: message.to, sealed: sealed(id, message) }, new Date(now()))
    const againMs = await takeOverFiles(join(dataDir, 'mail-queue'), options, keep)
    filesDueAt = againMs === null ? null : now() + againMs
  }

  async function claimAndSend(due: Pick<KeptMail, 'id' | 'tries'>) {
    const claim = crypto.randomUUID()
    const mail = closing.signal.aborted ? null : await claimMail(db, due, claim, new Date(now()), new Date(now() + leaseMs))
    if (mail) await send(mail, { id: due.id, claim })
  }

  /** Sends all due mails, including those of other machines. */
  async function look() {
    try {
      await takeOver()
      await Promise.all((await dueMails(db, new Date(now()), maxAtOnce)).map(claimAndSend))
      isAway = false
    } catch (error) {
      // Logged once, because it is retried continuously.
      if (!isAway) log.error(error, 'the mails that wait could not be looked for')
      isAway = true
    }
  }

  function inBackground(work: Promise<void>): Promise<void> {
    const watched = work
      .catch((error: unknown) => log.error(error, 'a mail could not be dealt with'))
      .finally(() => underWay.delete(watched))
    underWay.add(watched)
    return watched
  }

  function lookIn(inMs: number) {
    if (closing.signal.aborted) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      void inBackground(look())
    }, inMs).unref()
    timers.add(timer)
  }

  async function lookOn() {
    while (!closing.signal.aborted) {
      await look()
      await pause(lookMs, undefined, { ref: false, signal: closing.signal }).catch(() => {})
    }
  }
  void inBackground(lookOn())

  return {
    isSent: carrier.isSent,
    deliver: carrier.deliver,
    failingSince: async () => (await mailsFailingSince(db))?.getTime() ?? null,
    async post(given) {
      const message = Message.parse(given)
      const claim = { id: crypto.randomUUID(), claim: crypto.randomUUID() }
      const row = { ...claim, recipient: message.to, sealed: sealed(claim.id, message) }
      const mail = await insertMail(db, row, new Date(now()), new Date(now() + leaseMs))
      const sending = inBackground(send(mail, claim))
      // The outbox writes its file at once, so the caller awaits it.
      if (!carrier.isSent) await sending
    },
    async close() {
      closing.abort()
      for (const timer of timers) clearTimeout(timer)
      await Promise.all(underWay)
      await carrier.close()
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

export const createMail = (options: MailOptions): Mail => withDelay(createPost(options), options)
