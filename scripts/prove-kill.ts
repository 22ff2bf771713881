// npm run prove:kill: workers are killed at random moments and at every single step, and every file must be the undisturbed one;
// then the same with two bugs put in on purpose, which must be found. On SQLite with files in a folder, and on Postgres with files
// in the database. `npm run prove:kill -- 20` kills fewer.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { startPostgres } from './postgres-server.ts'

/** Runs the proof on one database; the table's lines are its output. Answers whether it held. */
async function prove(databaseUrl: string): Promise<boolean> {
  const child = spawn(process.execPath, ['scripts/prove/kill.ts', ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, DATABASE_URL: databaseUrl },
  })
  const [code] = await once(child, 'exit')
  return code === 0
}

console.log('| database | workers are killed | kills | exports | rows | files that differ | |')
console.log('| --- | --- | --- | --- | --- | --- | --- |')
await using postgres = await startPostgres()
const held = [await prove(''), await prove(postgres.url)]
process.exitCode = held.every(Boolean) ? 0 : 1
