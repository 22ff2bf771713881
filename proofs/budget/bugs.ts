// Seeded bugs that the shops must notice where people take all that there is.
import type { SourceBug } from '../source-bug.ts'
import type { BudgetRun, BudgetVerdict } from './run.ts'

type BudgetBug = SourceBug & {
  isFound(verdicts: readonly BudgetVerdict[]): boolean
}

const isRefused = (verdicts: readonly BudgetVerdict[]) => verdicts.some(({ refused }) => refused > 0)
/** A person's list waits at most so long behind exports. */
const longestWaitMs = 1_000

export const budgetBugs = {
  'each process has the rate limit for itself': {
    file: 'server/boot/assemble-work.ts',
    changes: [{ from: 'budgets: sharesBudgets ?', to: 'budgets: sharesBudgets && false ?' }],
    isFound: isRefused,
  },
  'a write holds although the row has changed since it was read': {
    file: 'server/budgets/repo.ts',
    changes: [{ from: '.where(and(eq(key, shop), eq(version, read.version)))', to: '.where(and(eq(key, shop)))' }],
    isFound: isRefused,
  },
  'what is given back counts twice': {
    file: 'server/platforms/budget-state.ts',
    changes: [{ from: 'level: state.level && used(state.level, spent),', to: 'level: state.level && used(state.level, -spent),' }],
    isFound: isRefused,
  },
} satisfies Record<string, BudgetBug>

export const usualRoles: BudgetRun['roles'] = ['web', 'web', 'worker', 'worker', 'worker', 'worker']
export const rushRoles: BudgetRun['roles'] = ['rush', 'rush', 'rush', 'rush', 'rush', 'rush']

/** What must hold of the usual work at one shop. */
export const holdsBudget = ({ refused, used, lists, failed, longestWaitMs: waitMs }: BudgetVerdict): boolean =>
  refused === 0 && used >= 0.9 && lists > 0 && failed === 0 && waitMs <= longestWaitMs
