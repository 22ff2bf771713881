// npm run prove:data: upgrades killed before each statement of the migrations, 50 backups under writes that are restored, 100 random
// corruptions that the check of a backup must find, and a disk that is full fifty times under writes (as root on Linux), on SQLite and on
// Postgres. Each has a seeded bug that must be found, apart from the corruptions, which are planted themselves.
// `-- --step 10 --backups 5 --corruptions 10 --disks 5` is shorter, and `--seed` repeats corruptions.
import { onBothDatabases } from '../proofs/both-databases.ts'

console.log('| database | what | times | failures | |')
console.log('| --- | --- | --- | --- | --- |')
process.exitCode = (await onBothDatabases('proofs/data.ts')) ? 0 : 1
