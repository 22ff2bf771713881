import { assemble, type AssemblyOptions } from '#server/boot/assemble.ts'
import { proofOptions } from './proof-options.ts'

/** All dependencies of a proof's worker. */
export const assembled = (options: Pick<AssemblyOptions, 'databaseUrl'> & Partial<AssemblyOptions>) =>
  assemble({ ...proofOptions, passwordMinLength: 6, ...options })
