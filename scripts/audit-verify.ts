// npm run audit:verify: checks the audit log against its seals, minute by minute. The entries of the last minutes are not sealed yet.
// Minutes that were sealed with an earlier secret need it in APP_SECRET_PREVIOUS.
import { openDatabase } from '#drizzle/open.ts'
import { beginCommand } from '#server/boot/command-line.ts'
import { readEnvironment } from '#server/boot/environment.ts'
import { secretFromFile } from '#server/secrets/secret.ts'
import { createAuditSeal } from '#server/seals/seal.ts'
import { verifyAudit } from '#server/seals/verify.ts'

beginCommand('audit-verify')
const env = readEnvironment()
const database = await openDatabase(env.databaseUrl)
const auditSeal = createAuditSeal({
  appSecret: env.APP_SECRET ?? secretFromFile(env.DATA_DIR).secret,
  previousSecrets: env.APP_SECRET_PREVIOUS,
})
const { minutes, entries, difference } = await verifyAudit({ database, auditSeal })
await database.close()
if (difference) console.error(`${difference.minute.toISOString()}: ${difference.what}, after ${minutes} minutes as sealed`)
else console.log(`${minutes} minutes, ${entries} entries, all as sealed`)
process.exitCode = difference ? 1 : 0
