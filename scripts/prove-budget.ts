// npm run prove:budget: two web and four worker processes share the rate limits of two shops for ten minutes, on a temporary Postgres. No call
// may be refused, 90 % must be used, and no list may wait more than a second. Then three seeded bugs must be found. `npm run prove:budget -- 60`
// takes a minute instead of ten.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { startPostgres } from './postgres-server.ts'

console.log('| what | shop | refused | used | lists | failed | longest wait, ms | list p50, ms | |')
console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- |')
await using postgres = await startPostgres()
const env = { ...process.env, DATABASE_URL: postgres.url }
const child = spawn(process.execPath, ['proofs/budget.ts', ...process.argv.slice(2)], { stdio: 'inherit', env })
const [code] = await once(child, 'exit')
process.exitCode = code === 0 ? 0 : 1
