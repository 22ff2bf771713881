import { tmpdir } from 'node:os'
import { createLogger } from '#server/boot/logging.ts'
import { appSecret } from './instruction.ts'

/** The options of a proof's worker, on the machine's own clock. */
export const proofOptions = {
  appSecret,
  appUrl: 'http://localhost:3000',
  dataDir: tmpdir(),
  mail: { smtpUrl: null, from: 'proof@localhost' },
  platformEndpoints: {},
  // By pages: a bulk operation takes longer than most of these workers live.
  bulkAfterMs: Number.POSITIVE_INFINITY,
  now: () => Date.now(),
  log: createLogger('error', process.stderr),
}
