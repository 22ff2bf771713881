// Records events at a random pace until it is killed, and prints each after its commit.
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { dialect } from '#drizzle/dialect.ts'
import { eventSequence } from '#drizzle/event-tables.ts'
import { assembleWork } from '#server/boot/assemble-work.ts'
import { recordEvent } from '#server/events/record-repo.ts'
import { proofOptions } from '../proof-options.ts'
import { someEvent } from '../some-events.ts'
import { RecorderInstruction } from './instruction.ts'

const { databaseUrl, stores, longestPauseMs, longestCommitMs } = RecorderInstruction.parse(JSON.parse(process.env['ORDER'] ?? ''))
const { database } = await assembleWork({ ...proofOptions, databaseUrl })
const lines = createInterface(process.stdin)
// The parent process has ended.
lines.once('close', () => process.exit())
console.log('ready')
await once(lines, 'line')
for (let turn = 0; ; turn += 1) {
  const event = someEvent(turn, stores)
  const seconds = (Math.random() * longestCommitMs) / 1_000
  await database.batch((db) => [
    ...recordEvent(db, event, sql`1 = 1`),
    ...(dialect === 'postgres' ? [db.select({ slept: sql`pg_sleep(${seconds})` }).from(eventSequence)] : []),
  ])
  console.log(JSON.stringify({ id: event.id, at: Date.now() }))
  await pause(Math.random() * longestPauseMs)
}
