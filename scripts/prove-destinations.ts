// npm run prove:destinations: deliveries into a bucket, to OpenSSH, by mail and by a signed call, whose workers are killed 100 times each, at
// points of their code and at random times, and which meet every fault of networks and servers, on SQLite and on Postgres. A file must be
// whole or absent at any time, and in the end be there once, with nothing left beside it. Then the same with six seeded bugs, which must be
// found. `npm run prove:destinations -- 20` kills fewer. OpenSSH is installed where that is possible (Debian, as root).
import { onBothDatabases } from '../proofs/both-databases.ts'
import { installDebianPackage } from './debian-packages.ts'
import { hasOpenSsh } from './openssh-server.ts'

if (!hasOpenSsh())
  installDebianPackage('openssh-server', 'The proof needs OpenSSH’s server. Run: apt-get install --no-install-recommends openssh-server')
console.log('| database | server | what is proved | deliveries | kills | faults | partial | different | left | repeated | untold | |')
console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |')
process.exitCode = (await onBothDatabases('proofs/destinations.ts')) ? 0 : 1
