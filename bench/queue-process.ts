// A worker of the bench: it takes jobs for all its places and ends them, again and again, as many as it was told to.
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as rest } from 'node:timers/promises'
import { inArray } from 'drizzle-orm'
import { z } from 'zod'
import { jobs } from '#drizzle/job-tables.ts'
import { claimJobs } from '#server/jobs/claim-repo.ts'
import { defaultCaps } from '#server/jobs/slots.ts'
import { freeSlots } from '#server/jobs/slots-repo.ts'
import { assembled } from '../proofs/assembled.ts'

const { databaseUrl, claims, places } = z
  .object({ databaseUrl: z.string(), claims: z.int(), places: z.int() })
  .parse(JSON.parse(process.env['ORDER'] ?? ''))
const { database, sharedClock: clock } = await assembled({ databaseUrl })
const worker = crypto.randomUUID()

/** In one transaction, because the bench measures claims. */
const endAll = (ids: readonly string[]) =>
  database.batch((db) => [
    db
      .update(jobs)
      .set({ status: 'completed', finishedAt: new Date(), worker: null, leaseUntil: null })
      .where(inArray(jobs.id, [...ids]))
      .returning({ id: jobs.id }),
    freeSlots(db),
  ])

const lines = createInterface(process.stdin)
lines.once('close', () => process.exit())
console.log('ready')
await once(lines, 'line')
let held: string[] = []
for (let taken = 0; taken < claims;) {
  const more = await claimJobs(database, worker, Math.min(places - held.length, claims - taken), {
    caps: defaultCaps,
    clock,
    leaseMs: 60_000,
  })
  taken += more.length
  held.push(...more.map(({ id }) => id))
  if (more.length > 0 && held.length < places && taken < claims) continue
  if (held.length > 0) await endAll(held)
  else await rest(1)
  held = []
}
process.exit()
