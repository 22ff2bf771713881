// npm run bench:catalogue: how fast the copy of all stores' catalogues is filled, listed and searched, on SQLite and on Postgres. Arguments: the
// numbers of products (default: a million), of stores (50), of calls for each figure (100), and of lists a second over HTTP (1,000).
import { onBothDatabases } from '../proofs/both-databases.ts'

/** A quarter of the memory of a small server, as its manual advises. The usual 64 MB are for tests with a few rows. */
const settings = ['shared_buffers=512MB']

process.exitCode = (await onBothDatabases('bench/catalogue.ts', settings)) ? 0 : 1
