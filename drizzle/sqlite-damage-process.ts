// Checks a SQLite file in a separate process, because SQLite's check blocks its thread and cannot be interrupted. Prints what damageIn
// returns, as JSON. Argument: the file.
import { damageIn } from '#drizzle/sqlite-damage.ts'
import { readOnly } from '#drizzle/sqlite-backup.ts'

process.stdout.write(JSON.stringify(readOnly(process.argv[2] ?? '', damageIn)))
