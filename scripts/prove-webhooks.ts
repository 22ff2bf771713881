// npm run prove:webhooks: 10,000 deliveries to a bad receiver by workers that are killed, on SQLite and on Postgres. Every event must arrive,
// signed, and be repeated only for a reason. Then the same with two seeded bugs, which must be found. `npm run prove:webhooks -- 500` sends
// fewer.
import { onBothDatabases } from '../proofs/both-databases.ts'

console.log('| database | workers | deliveries | calls | kills | lost | unwanted | untrue | repeated, explained | not explained | late | |')
console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |')
process.exitCode = (await onBothDatabases('proofs/webhooks.ts')) ? 0 : 1
