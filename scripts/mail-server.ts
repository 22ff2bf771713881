// A mail server in this process that wants a login, for tests and proofs. It can refuse at each step.
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { listeningPort } from './listening-port.ts'

/** A mail that the server has taken, as it was sent. */
export type AcceptedMail = { to: string[]; mail: string }
type MailStep = 'greeting' | 'login' | 'sender' | 'recipient' | 'data'
/** `address`: of the recipient. Default: any. */
export type SmtpRefusal = { step: MailStep; responseCode: number; address?: string }

export type MailServer = {
  port: number
  /** With the login. `port`: that of a relay. */
  url(port?: number): string
  accepted: AcceptedMail[]
  /** Each refusal takes effect once. */
  refuse(refusal: SmtpRefusal): void
  /** Ends all refusals. */
  repair(): void
  [Symbol.asyncDispose](): Promise<void>
}

const account = { user: 'office', pass: 'office-password' }

/** The decoded attachments of a mail. */
export const attachmentsIn = (mail: string): Buffer[] =>
  [...mail.matchAll(/Content-Disposition: attachment[^]*?\r\n\r\n([^]*?)\r\n--/g)].map(([, encoded = '']) => Buffer.from(encoded, 'base64'))

/** Starts a server on a free port of this machine. */
export async function startMailServer(): Promise<MailServer> {
  const accepted: AcceptedMail[] = []
  const refusals: SmtpRefusal[] = []
  function refusalAt(step: MailStep, address?: string): Error | null {
    const index = refusals.findIndex((one) => one.step === step && (one.address ?? address) === address)
    const [refusal] = index < 0 ? [] : refusals.splice(index, 1)
    return refusal ? Object.assign(new Error('refused'), { responseCode: refusal.responseCode }) : null
  }
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    // Ports are those of this machine, so that names need not be looked up.
    disableReverseLookup: true,
    closeTimeout: 500,
    onConnect: (_session, done) => done(refusalAt('greeting')),
    onAuth({ username, password }, _session, done) {
      const refusal = refusalAt('login')
      if (refusal) return done(refusal)
      if (username !== account.user || password !== account.pass) return done(Object.assign(new Error('no'), { responseCode: 535 }))
      return done(null, { user: username })
    },
    onMailFrom: (_address, _session, done) => done(refusalAt('sender')),
    onRcptTo: ({ address }, _session, done) => done(refusalAt('recipient', address)),
    onData(stream, { envelope }, done) {
      void (async () => {
        // A client may end in the middle of a mail.
        const mail = await text(stream).catch(() => null)
        if (mail === null) return done(new Error('the mail was cut'))
        const refusal = refusalAt('data')
        if (!refusal) accepted.push({ to: envelope.rcptTo.map(({ address }) => address), mail })
        return done(refusal)
      })()
    },
  })
  server.on('error', () => {})
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const port = listeningPort(listening)
  return {
    port,
    url: (at = port) => `smtp://${account.user}:${account.pass}@127.0.0.1:${at}`,
    accepted,
    refuse: (refusal) => void refusals.push(refusal),
    repair: () => void refusals.splice(0),
    [Symbol.asyncDispose]: () => new Promise<void>((closed) => server.close(closed)),
  }
}
