// The bench of the queue on one database: the one in DATABASE_URL, or a SQLite file.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dialect } from '#drizzle/dialect.ts'
import { freshDatabase } from '../scripts/fresh-database.ts'
import { measureClaims } from './queue-claims.ts'
import { measureIdle } from './queue-idle.ts'
import { setting, table } from './report.ts'

const folder = await mkdtemp(join(tmpdir(), 'bench-queue-'))
const database = await freshDatabase(folder)
const idle = dialect === 'postgres' ? [await measureIdle(database.url)] : []
const findings = [...(await measureClaims(database.url)), ...idle]
await database[Symbol.asyncDispose]()
await rm(folder, { recursive: true, force: true })
console.log(`${dialect === 'sqlite' ? 'SQLite' : 'Postgres'}, ${setting()}\n\n${table(findings)}\n`)
process.exitCode = findings.some(({ isMet }) => isMet === false) ? 1 : 0
