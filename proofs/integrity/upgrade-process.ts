// Opens a database, which migrates it, and is killed at one of its statements.
import { openDatabase } from '#drizzle/open.ts'
import { dieAtStatement, UpgradeInstruction } from './statements.ts'

const { databaseUrl, dieAt } = UpgradeInstruction.parse(JSON.parse(process.env['ORDER'] ?? ''))
dieAtStatement(dieAt)
await (await openDatabase(databaseUrl)).close()
