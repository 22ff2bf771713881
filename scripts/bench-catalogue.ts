// npm run bench:catalogue: how fast the copy of all stores' catalogues is filled, listed and searched, on SQLite and on Postgres. Arguments: the
// numbers of products (default: a million), of stores (50), of calls for each figure (100), and of lists a second over HTTP (1,000).
import { onBothDatabases } from '../proofs/both-databases.ts'

process.exitCode = (await onBothDatabases('bench/catalogue.ts')) ? 0 : 1
