// Seeded bugs that the judge must find. `place`: where it shows.
import type { SourceBug } from '../source-bug.ts'
import { openDeliveryEnvironment } from './environment.ts'
import { meetFaults } from './faults.ts'
import type { DeliveryVerdict } from './judge.ts'
import type { ProofPlace } from './places.ts'
import { killDeliveries, type DeliveryKills } from './run.ts'

/** `faults`: those that show it, if it is not kills that do. */
export type DeliveryBug = SourceBug & {
  place: ProofPlace['kind']
  faults?: readonly string[]
  isFound: (verdict: DeliveryVerdict) => boolean
}

const sftpSender = 'server/destinations/sftp-sender.ts'

export const deliveryBugs = {
  'a file is written under its final name': {
    place: 'sftp',
    file: sftpSender,
    changes: [
      { from: 'inFolder(temporary(key, attempt))', to: 'inFolder(name)' },
      { from: '() => session.rename(part, inFolder(name), replaces)', to: 'async () => {}' },
    ],
    isFound: ({ partial }) => partial > 0,
  },
  'each attempt chooses a name': {
    place: 'sftp',
    file: sftpSender,
    changes: [{ from: 'const known = State.safeParse(from).data', to: 'const known = State.safeParse(null).data' }],
    isFound: ({ different }) => different > 0,
  },
  'an unfinished upload is forgotten': {
    place: 's3',
    file: 'server/destinations/s3-sender.ts',
    changes: [
      { from: '  upload: z.string().nullable(),', to: '  upload: z.string().nullable().transform(() => null),' },
      { from: 'if (!(await bucket.hasParts(name, upload))) await bucket.abort(name, upload)', to: ';' },
    ],
    isFound: ({ left }) => left > 0,
  },
  'a mail has another id at each attempt': {
    place: 'email',
    file: 'server/destinations/email-sender.ts',
    changes: [{ from: '`<file.${fileId}@${hostname}>`', to: '`<file.${fileId}.${parcel.attempt}@${hostname}>`' }],
    isFound: ({ different }) => different > 0,
  },
  'a call is made anew at each attempt': {
    place: 'webhook',
    file: 'server/destinations/webhook-sender.ts',
    changes: [{ from: "typeof from === 'string' ? from : bodyOf(parcel, now())", to: 'bodyOf(parcel, now())' }],
    isFound: ({ different }) => different > 0,
  },
  'wrong credentials are tried again': {
    place: 'webhook',
    file: 'server/destinations/failure.ts',
    changes: [{ from: "new Set(['FULL', ", to: "new Set(['CREDENTIALS_REFUSED', 'FULL', " }],
    faults: ['wrong credentials'],
    isFound: ({ untold }) => untold > 0,
  },
} satisfies Record<string, DeliveryBug>

/** Kills workers with the bug, or lets them meet its faults, until the bug shows. */
export async function runWithBug(bug: DeliveryBug, { kills, random }: DeliveryKills): Promise<DeliveryVerdict> {
  await using environment = await openDeliveryEnvironment(bug)
  const place = environment.places.find(({ kind }) => kind === bug.place)
  if (!place) throw new Error('no such kind')
  return bug.faults
    ? await meetFaults(environment, place, bug.faults)
    : await killDeliveries(environment, place, { kills, random, isEnough: bug.isFound })
}
