// npm run bench:queue: how fast workers take jobs from a long queue, and what idle ones ask, on SQLite and on Postgres. Fails if a goal is missed.
import { onBothDatabases } from '../proofs/both-databases.ts'

process.exitCode = (await onBothDatabases('bench/queue.ts')) ? 0 : 1
