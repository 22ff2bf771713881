// npm run prove:restart: 100 times SIGTERM under load to `npm start` and to the packed server. Every request that a server has taken must be
// answered, and no process may be left behind. Then 50 rolling restarts of two nodes on Postgres behind a load balancer, without a failed
// call. Then the same with two seeded bugs, which must be found. `npm run prove:restart -- 10` stops less often.
import { onBothDatabases } from '../proofs/both-databases.ts'

console.log('| what | stops | calls | lost | failed | refused as busy | not taken | left behind | other exit code | longest | |')
console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |')
process.exitCode = (await onBothDatabases('proofs/restart.ts')) ? 0 : 1
