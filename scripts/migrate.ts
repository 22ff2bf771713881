// npm run migrate [-- --dry-run]: lists the pending migrations of the environment's database with their SQL, and applies them as a start
// does. With --dry-run, it tries them without changing the database.
import { dialect } from '#drizzle/dialect.ts'
import { pendingMigrations, rehearseMigrations } from '#drizzle/inspection.ts'
import { openDatabase } from '#drizzle/open.ts'
import { beginCommand } from '#server/boot/command-line.ts'
import { readEnvironment } from '#server/boot/environment.ts'
import { innermostReason } from '#server/doctor/finding.ts'

const isRehearsal = beginCommand('migrate').given('dry-run') === true
const { databaseUrl } = readEnvironment()
const pending = await pendingMigrations(databaseUrl)
for (const { name, statements } of pending) console.log(`-- ${name}\n${statements.join('\n')}\n`)

/** Applies or tries them, and says how it went. Returns whether it went well. */
async function carryOut(): Promise<boolean> {
  const start = performance.now()
  const seconds = () => `${((performance.now() - start) / 1000).toFixed(1)} s`
  try {
    if (isRehearsal) await rehearseMigrations(databaseUrl, pending)
    else await (await openDatabase(databaseUrl)).close()
  } catch (error) {
    console.error(`Failed after ${seconds()}: ${innermostReason(error)}. The database is as it was.`)
    return false
  }
  const where = dialect === 'sqlite' ? 'on a copy' : 'in a transaction that was rolled back'
  console.log(
    isRehearsal
      ? `Tried ${pending.length} ${where} in ${seconds()}: all succeed. The database is as it was.`
      : `Applied ${pending.length} in ${seconds()}.`,
  )
  return true
}

if (pending.length === 0) console.log('No migrations are pending.')
else process.exitCode = (await carryOut()) ? 0 : 1
