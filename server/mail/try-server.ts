import { Readable } from 'node:stream'
import { mailTimeouts } from '#server/mail/carriers.ts'

/** `step`: where the mail server refused. `reason`: its answer, or the error of the connection, as in `error`. */
export type MailRefusal = { step: 'connect' | 'login' | 'sender' | 'recipient'; reason: string; error: Error }

/** The address in `Name <address>`. */
const addressIn = (from: string) => /<([^<>]+)>/.exec(from)?.[1] ?? from

const codeOf = (error: Error) => ('command' in error ? error.command : null)

/** The server's own words: nodemailer's message ends with them. */
const reasonIn = (error: Error) => error.message.replace(/\.$/, '')

/**
 * Connects to a mail server, signs in and begins a mail from the sender, which is broken off before its first line, so that nothing is sent.
 * null: the server accepts the sender, and the recipient if one is given. Rejects when the signal aborts.
 */
export async function tryMailServer(smtpUrl: string, from: string, signal: AbortSignal, to?: string): Promise<MailRefusal | null> {
  const { default: SMTPTransport } = await import('nodemailer/lib/smtp-transport')
  const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection')
  const transport = new SMTPTransport({ url: smtpUrl, ...mailTimeouts })
  const connection = new SMTPConnection(transport.options)
  const end = () => connection.close()
  const { promise, resolve, reject } = Promise.withResolvers<MailRefusal | null>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  const refuse = (step: MailRefusal['step']) => (error: Error) => resolve({ step, reason: reasonIn(error), error })
  const address = addressIn(from)
  const begin = () => {
    const unsent = new Readable({
      read() {
        resolve(null)
      },
    })
    connection.send({ from: address, to: to ?? address }, unsent, (error) => {
      if (!error) return
      if (codeOf(error) !== 'RCPT TO') return refuse('sender')(error)
      // A refusal of the recipient comes after the sender was accepted.
      return to === undefined ? resolve(null) : refuse('recipient')(error)
    })
  }
  connection.on('error', refuse('connect'))
  connection.connect((error) => {
    if (error) return refuse('connect')(error)
    const auth = transport.getAuth({})
    if (!auth) return begin()
    connection.login(auth, (refused) => (refused ? refuse('login')(refused) : begin()))
  })
  try {
    return await promise
  } finally {
    signal.removeEventListener('abort', abort)
    end()
  }
}
