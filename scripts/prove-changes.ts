// npm run prove:changes: random histories of schedules that deliver only what changed, of products and orders on both platforms, on SQLite and on
// Postgres: shops change before and during runs, and runs are killed, fail and are cancelled. Whoever takes all files has what a full export has, and so
// has a sheet that a schedule updates and a team works in; nothing comes twice. Then the same with three seeded bugs, which must be found.
// `npm run prove:changes -- 20` has fewer histories.
import { onBothDatabases } from '../proofs/both-databases.ts'

console.log('| database | what is proved | histories | runs | kills | lost | twice | |')
console.log('| --- | --- | --- | --- | --- | --- | --- | --- |')
process.exitCode = (await onBothDatabases('proofs/changes.ts')) ? 0 : 1
