// A ledger in three tables of the product: every transaction moves an amount between two accounts (`attempts`), notes the movement
// (`events`) and counts it (`settings`). Where the three disagree, half a transaction remains.
import { z } from 'zod'
import type { Database } from '#drizzle/database.ts'
import { events } from '#drizzle/event-tables.ts'
import { openAsIs } from '#drizzle/open.ts'
import { attempts, settings } from '#drizzle/schema.ts'

export const LedgerInstruction = z.object({
  databaseUrl: z.string(),
  /** Each writer has accounts of its own. */
  writer: z.string(),
  /** The number of its first movement. No writer uses a number twice. */
  first: z.int(),
})

const Movement = z.object({ writer: z.string(), from: z.int(), to: z.int(), amount: z.int() })
export type Movement = z.infer<typeof Movement>

export const accounts = 8
const opening = 1_000
const counterOf = (writer: string) => `ledger/${writer}`
const accountOf = (writer: string, account: number) => `ledger/${writer}/${account}`

type Balances = { counts: number[]; moved: number }

/** The balances of a writer. `moved`: the number of its movements. */
export async function balancesOf({ db }: Pick<Database, 'db'>, writer: string): Promise<Balances> {
  const found = new Map((await db.select().from(attempts)).map(({ key, count }) => [key, count]))
  const counters = new Map((await db.select().from(settings)).map(({ key, value }) => [key, value]))
  return {
    counts: Array.from({ length: accounts }, (_, account) => found.get(accountOf(writer, account)) ?? opening),
    moved: z.int().parse(counters.get(counterOf(writer)) ?? 0),
  }
}

/** The balances after a movement. */
export const afterwards = ({ counts, moved }: Balances, { from, to, amount }: Movement): Balances => ({
  counts: counts.map((count, account) => count - (account === from ? amount : 0) + (account === to ? amount : 0)),
  moved: moved + 1,
})

/** Writes a movement and the balances after it, in one transaction. */
export async function write({ batch }: Pick<Database, 'batch'>, number: number, movement: Movement, { counts, moved }: Balances) {
  const { writer, from, to } = movement
  const never = new Date(0)
  await batch((db) => [
    ...[from, to].map((account) => {
      const count = counts[account] ?? opening
      const row = { key: accountOf(writer, account), count, expiresAt: never }
      return db.insert(attempts).values(row).onConflictDoUpdate({ target: attempts.key, set: { count } })
    }),
    db.insert(events).values({ seq: number, id: `ledger/${number}`, type: 'ledger', at: never, data: movement }),
    db
      .insert(settings)
      .values({ key: counterOf(writer), value: moved })
      .onConflictDoUpdate({ target: settings.key, set: { value: moved } }),
  ])
}

/** What the writers have said: the numbers of the movements that were confirmed and refused. */
export type Said = { confirmed: ReadonlySet<number>; refused: ReadonlySet<number> }

/** What is wrong with the ledgers of a database that nobody writes to, one sentence each. */
export async function ledgerFaults(url: string, writers: readonly string[], { confirmed, refused }: Said): Promise<string[]> {
  const database = await openAsIs(url)
  try {
    const rows = await database.db.select({ seq: events.seq, data: events.data }).from(events)
    const numbers = new Set(rows.map(({ seq }) => seq))
    const movements = rows.map(({ data }) => Movement.parse(data))
    const faults: string[] = []
    for (const writer of writers) {
      const own = movements.filter((movement) => movement.writer === writer)
      const expected = own.reduce(afterwards, { counts: Array.from({ length: accounts }, () => opening), moved: 0 })
      const { counts, moved } = await balancesOf(database, writer)
      if (counts.join() !== expected.counts.join())
        faults.push(`${writer} has ${counts.join()} where its movements give ${expected.counts.join()}`)
      if (moved !== expected.moved) faults.push(`${writer} counts ${moved} movements of ${expected.moved}`)
    }
    const lost = [...confirmed].filter((number) => !numbers.has(number))
    const kept = [...refused].filter((number) => numbers.has(number))
    if (lost.length > 0) faults.push(`${lost.length} confirmed movements are missing`)
    if (kept.length > 0) faults.push(`${kept.length} refused movements are there`)
    return faults
  } finally {
    await database.close()
  }
}
