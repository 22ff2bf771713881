// npm run prove:events: 200 listeners for ten minutes on SQLite, and for one on Postgres, cut off at random times, while three processes
// record events and the server is restarted. Each must hear every event that they may know, in order, once. Then, on Postgres, a seeded bug
// must be found. `npm run prove:events -- 30` takes 30 seconds.
import { onBothDatabases } from '../proofs/both-databases.ts'

console.log(
  '| database | what | events | cuts | lost | missed | unwanted | repeated, explained | not explained | disordered | refused | p50 / p99 | |',
)
console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |')
process.exitCode = (await onBothDatabases('proofs/events.ts')) ? 0 : 1
