import type { Examined } from '#server/doctor/examined.ts'
import { ok, problem, warning, type Finding } from '#server/doctor/finding.ts'
import type { DestinationTest } from '#server/destinations/test-all.ts'
import type { DestinationKind } from '#shared/delivery.ts'
import type { DeliveryFailureCode } from '#shared/destinations.ts'

const inSettings = 'under Settings, Destinations'
const again = (name: string) => `Enter the credentials of ${name} again ${inSettings}, and test it there.`
const unreachable = (name: string) => `Start the server of ${name}, let this machine reach it, or correct its address ${inSettings}.`
const key = (name: string) => `Ask the operator for the fingerprint of the key, test ${name} ${inSettings}, and confirm the key.`
const change = (name: string) => `Edit ${name} ${inSettings}, and test it there.`

const certificate = (name: string) => `Renew the certificate of the server of ${name}, or correct its address ${inSettings}.`

const mends: Record<DeliveryFailureCode, (name: string) => string> = {
  CREDENTIALS_REFUSED: again,
  ACCESS_KEY_UNKNOWN: again,
  SECRET_KEY_WRONG: again,
  MAIL_LOGIN_REFUSED: () => 'Correct the user and password in SMTP_URL.',
  SENDER_REFUSED: () => 'Set MAIL_FROM to an address that this mail server may send for.',
  RECIPIENT_REFUSED: (name) => `Correct the addresses of ${name} ${inSettings}.`,
  ACCESS_REFUSED: (name) => `Let the account of ${name} write there; docs/guides/destinations.md lists the rights that it needs.`,
  HOST_KEY_UNKNOWN: key,
  HOST_KEY_CHANGED: key,
  PLACE_MISSING: (name) => `Make the bucket or folder, or correct it in ${name} ${inSettings}.`,
  NAMES_TAKEN: change,
  NOTHING_KEPT: change,
  FULL: () => 'Free some space there.',
  TOO_LARGE: change,
  NOT_PUBLIC: () => 'List the host in DESTINATION_HOSTS if it is in your own network.',
  CERTIFICATE_REFUSED: certificate,
  HOST_UNKNOWN: unreachable,
  CONNECTION_REFUSED: unreachable,
  CONNECTION_LOST: unreachable,
  LATE: unreachable,
  BUSY: unreachable,
  REFUSED: change,
}

/** The mail server is that of the installation. */
const ofMailServer: ReadonlyMap<unknown, string> = new Map([
  [unreachable, 'Start the mail server, or correct SMTP_URL.'],
  [certificate, 'Renew the certificate of the mail server, or correct SMTP_URL.'],
])

const works: Record<DestinationKind, string> = {
  s3: 'a small object can be written and removed.',
  sftp: 'a small file can be written and removed.',
  email: 'the mail server accepts the recipients.',
  webhook: 'the program accepts a signed call.',
  sheet: 'the spreadsheet can be written.',
}

function findingOf({ name, kind, refusal }: DestinationTest, hasMailServer: boolean): Finding {
  if (kind === 'email' && !hasMailServer)
    return warning(`${name}: nothing is sent, because SMTP_URL is not set.`, 'Set SMTP_URL where people are to receive files.')
  if (refusal === null) return ok(`${name}: ${works[kind]}`)
  const mend = refusal.code === null ? change : mends[refusal.code]
  const ofMail = kind === 'email' ? ofMailServer.get(mend) : undefined
  return problem(`${name}: ${refusal.message}`, ofMail ?? mend(name))
}

/** One finding for each destination. Nothing stays there. */
export async function checkDestinations({ env, destinations }: Examined, signal: AbortSignal): Promise<Finding[]> {
  const tests = await destinations(signal)
  if (tests.length === 0) return [ok('There are no destinations.')]
  return tests.map((one) => findingOf(one, env.mail.smtpUrl !== null))
}
