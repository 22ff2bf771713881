// The proof of the shared rate limits on the Postgres of DATABASE_URL.
import { budgetBugs, holdsBudget, rushRoles, usualRoles } from './budget/bugs.ts'
import { runBudget, type BudgetVerdict } from './budget/run.ts'

const seconds = Number(process.argv[2] ?? 600)
const bugSeconds = Math.min(30, seconds)
const results: boolean[] = []

function tell(what: string, verdicts: readonly BudgetVerdict[], isGood: (verdict: BudgetVerdict) => boolean) {
  for (const verdict of verdicts) {
    const { shop, refused, used, lists, failed, longestWaitMs, medianMs } = verdict
    const counted = [shop, refused, `${Math.round(100 * used)} %`, lists, failed, longestWaitMs, medianMs]
    console.log(`| ${what} | ${counted.join(' | ')} | ${isGood(verdict) ? 'ok' : 'NOT OK'} |`)
    results.push(isGood(verdict))
  }
}

tell('two web and four worker processes', await runBudget({ seconds, roles: usualRoles, warmUpSeconds: 20 }), holdsBudget)
tell(
  'six processes whose people want all there is',
  await runBudget({ seconds: bugSeconds, roles: rushRoles, warmUpSeconds: 15 }),
  ({ refused }) => refused === 0,
)
for (const [name, bug] of Object.entries(budgetBugs)) {
  const verdicts = await runBudget({ seconds: bugSeconds, roles: rushRoles, warmUpSeconds: 15, bug })
  const isFound = bug.isFound(verdicts)
  tell(`with the seeded bug “${name}”, which must show`, verdicts, () => isFound)
}
process.exitCode = results.every(Boolean) ? 0 : 1
