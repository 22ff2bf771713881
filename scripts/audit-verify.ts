// npm run audit:verify: checks the audit log against its seals, minute by minute. The entries of the last minutes are not sealed yet.
// Minutes that were sealed with an earlier secret need it in APP_SECRET_PREVIOUS.
import { openInstallation } from '#drizzle/installation.ts'
import { beginCommand } from '#server/boot/command-line.ts'
import { readEnvironment } from '#server/boot/environment.ts'
import { existingSecret } from '#server/secrets/secret.ts'
import { createAuditSeal } from '#server/seals/seal.ts'
import { verifyAudit } from '#server/seals/verify.ts'

beginCommand('audit-verify')
const env = readEnvironment()
const auditSeal = createAuditSeal({ appSecret: existingSecret(env), previousSecrets: env.APP_SECRET_PREVIOUS })
const database = await openInstallation(env.databaseUrl)
const { minutes, entries, difference } = await verifyAudit({ database, auditSeal })
await database.close()
/** A seal that does not fit its minute may also have the key of another secret. */
const isOfSeal = difference?.what === 'changed' || difference?.what === 'anchor changed'
const orOther = isOfSeal ? ', or sealed with a secret that is not given (APP_SECRET_PREVIOUS)' : ''
if (difference) console.error(`${difference.minute.toISOString()}: ${difference.what}${orOther}, after ${minutes} minutes as sealed`)
else console.log(`${minutes} minutes, ${entries} entries, all as sealed`)
process.exitCode = difference ? 1 : 0
