import { Readable } from 'node:stream'
import { timeouts } from '#server/mail/carriers.ts'

/** `step`: where the mail server refused. `reason`: its answer, or the error of the connection. */
export type MailRefusal = { step: 'connect' | 'login' | 'sender'; reason: string }

/** The address in `Name <address>`. */
const addressIn = (from: string) => /<([^<>]+)>/.exec(from)?.[1] ?? from

const codeOf = (error: Error) => ('command' in error ? error.command : null)

/** The server's own words: nodemailer's message ends with them. */
const reasonIn = (error: Error) => error.message.replace(/\.$/, '')

/**
 * Connects to a mail server, signs in and begins a mail from the sender, which is broken off before its first line, so that nothing is sent.
 * null: the server accepts the sender.
 */
export async function tryMailServer(smtpUrl: string, from: string, signal: AbortSignal): Promise<MailRefusal | null> {
  const { default: SMTPTransport } = await import('nodemailer/lib/smtp-transport')
  const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection')
  const transport = new SMTPTransport({ url: smtpUrl, ...timeouts })
  const connection = new SMTPConnection(transport.options)
  const end = () => connection.close()
  signal.addEventListener('abort', end, { once: true })
  const { promise, resolve } = Promise.withResolvers<MailRefusal | null>()
  const refuse = (step: MailRefusal['step']) => (error: Error) => resolve({ step, reason: reasonIn(error) })
  const address = addressIn(from)
  const begin = () => {
    const unsent = new Readable({
      read() {
        resolve(null)
      },
    })
    // A refusal of the recipient, which is the sender itself, comes after the sender was accepted.
    connection.send({ from: address, to: address }, unsent, (error) => {
      if (error) return codeOf(error) === 'RCPT TO' ? resolve(null) : refuse('sender')(error)
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
    signal.removeEventListener('abort', end)
    end()
  }
}
