import { tmpdir } from 'node:os'
import { assemble, type AssemblyOptions } from '#server/boot/assemble.ts'
import { createLogger } from '#server/boot/logging.ts'
import { appSecret } from './instruction.ts'

/** All dependencies of a proof's worker, on the machine's own clock. */
export const assembled = (options: Pick<AssemblyOptions, 'databaseUrl'> & Partial<AssemblyOptions>) =>
  assemble({
    appSecret,
    appUrl: 'http://localhost:3000',
    passwordMinLength: 6,
    dataDir: tmpdir(),
    mail: { smtpUrl: null, from: 'proof@localhost' },
    platformEndpoints: {},
    // By pages: a bulk operation takes longer than most of these workers live.
    bulkAfterMs: Number.POSITIVE_INFINITY,
    now: () => Date.now(),
    log: createLogger('error', process.stderr),
    ...options,
  })
