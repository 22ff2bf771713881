// Checks a SQLite file in a separate process, because SQLite's check blocks its thread and cannot be interrupted. Prints what damageIn
// returns, as JSON. Argument: the file.
import Sqlite from 'better-sqlite3'
import { damageIn } from '#drizzle/sqlite-damage.ts'

const client = new Sqlite(process.argv[2] ?? '', { readonly: true })
process.stdout.write(JSON.stringify(damageIn(client)))
client.close()
