import type { Database } from '#drizzle/database.ts'
import type { SharedClock } from '#drizzle/shared-clock.ts'
import { readBudget, writeBudget } from '#server/budgets/repo.ts'
import { BudgetState } from '#server/platforms/budget-state.ts'
import type { SharedBudgets } from '#server/platforms/shared-bucket.ts'

/** Each failure means that another process has succeeded. */
const TURNS = 50
/** A state that another version of the program wrote counts as none. */
const Stored = BudgetState.nullable().catch(null)

/** The shared budgets in the database, by its clock. A change is a read, and a write that holds only if the row is as it was read. */
export function databaseBudgets({ db }: Database, clock: SharedClock): SharedBudgets {
  return {
    async change(shop, change) {
      for (let turn = 1; turn <= TURNS; turn++) {
        const row = await readBudget(db, shop, clock)
        const reply = change(Stored.parse(row.state), row.now)
        if (await writeBudget(db, shop, row, reply.state, clock)) return reply
      }
      throw new Error(`others have changed the budget of ${shop} ${TURNS} times in the meantime`)
    },
  }
}
