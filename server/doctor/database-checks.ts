import {
  answered,
  clockOf,
  damageOf,
  dialect,
  inspectCatalogue,
  missingMigrations,
  unknownMigrations,
  writeRefusalOf,
} from '#server/doctor/database-repo.ts'
import type { Examined } from '#server/doctor/examined.ts'
import { NotChecked, ok, problem, innermostReason, warning, type Finding } from '#server/doctor/finding.ts'
import { commandText } from '#shared/commands.ts'

const mends = {
  sqlite: {
    unread: 'Run this command as the user that runs the server, or correct DATABASE_URL or DATA_DIR.',
    unwritten:
      'Give the file, its -wal and its -shm to the user that runs the server (`chown`, `chmod 600`), and run this command as that user.',
  },
  postgres: {
    unread: 'Start the database, or correct DATABASE_URL.',
    unwritten: 'Name the primary server in DATABASE_URL.',
  },
}[dialect]

export async function checkDatabase({ env, applied }: Examined): Promise<Finding[]> {
  const place = env.databasePlace
  try {
    if ((await applied()).length === 0) return [warning(`${place} has no tables yet.`, 'The first start makes them.')]
    const refusal = await writeRefusalOf(env.databaseUrl)
    return [refusal === null ? ok(`${place} answers.`) : problem(`${place} cannot be written: ${refusal}.`, mends.unwritten)]
  } catch (error) {
    return [problem(`${place} cannot be read: ${innermostReason(error).replace(/\.$/, '')}.`, mends.unread)]
  }
}

/** The applied migrations, for checks that have nothing to do while the database does not answer. */
async function appliedIn({ applied }: Examined): Promise<string[]> {
  const names = await answered(applied())
  if (names.length === 0) throw new NotChecked('the database has no tables yet.')
  return names
}

export async function checkMigrations(examined: Examined): Promise<Finding[]> {
  const names = await appliedIn(examined)
  const [unknown, pending] = [unknownMigrations(names), missingMigrations(names)]
  if (unknown.length > 0)
    return [
      problem(
        `A newer version of this program has changed the database (${unknown.join(', ')}).`,
        'Start that version, or restore a backup from before it.',
      ),
    ]
  if (pending.length === 0) return [ok(`All ${names.length} migrations are applied.`)]
  return [
    warning(`Pending: ${pending.join(', ')}.`, `Try them with \`${commandText('migrate', '--dry-run')}\`; the next start applies them.`),
  ]
}

export async function checkIntegrity(examined: Examined, signal: AbortSignal): Promise<Finding[]> {
  await appliedIn(examined)
  const damage = await damageOf(examined.env.databaseUrl, signal)
  return damage === null
    ? [ok('No damage was found.')]
    : [
        problem(
          `The database is damaged: ${damage}.`,
          `Stop the server and restore the last backup that \`${commandText('verify')}\` accepts.`,
        ),
      ]
}

export async function checkCatalogue(examined: Examined): Promise<Finding[]> {
  await appliedIn(examined)
  const { refusal, isWordIndexed } = await inspectCatalogue(examined.env.databaseUrl)
  if (refusal !== null) return [problem('The database does not let the server keep the copy of the catalogues.', `${refusal}.`)]
  if (isWordIndexed) return [ok('The copy of the catalogues can be kept and searched.')]
  return [
    warning(
      'Searches of all stores are slow: the database lacks the extension pg_trgm.',
      'Let its administrator run `create extension pg_trgm`, and start the server again.',
    ),
  ]
}

/** Machines agree within this difference, or their leases of jobs overlap. */
const agreedMs = 3_000
/** Beyond it, codes of authenticator apps and tokens of Google are refused. */
const toleratedMs = 30_000
const mend = 'Let this machine keep its time with NTP (`timedatectl set-ntp true`).'
const seconds = (ms: number) => `${Math.abs(Math.round(ms / 1000))} s ${ms < 0 ? 'behind' : 'ahead of'}`

/** `aheadMs`: how far the other clock is ahead of this machine's. `precisionMs`: differences below it cannot be told from the call's own time. */
export function clockFinding(whose: string, aheadMs: number, { precisionMs = 0, toleratesMs = agreedMs } = {}): Finding {
  const off = Math.abs(aheadMs) - precisionMs
  if (off <= agreedMs) return ok(`This machine and ${whose} have the same time.`)
  const says = `This machine's clock is ${seconds(-aheadMs)} that of ${whose}.`
  return off > toleratesMs ? problem(says, mend) : warning(says, mend)
}

export async function checkDatabaseClock(examined: Examined): Promise<Finding[]> {
  await appliedIn(examined)
  const before = examined.now()
  const theirs = await clockOf(examined.env.databaseUrl)
  if (theirs === null) return [ok('The database has the clock of this machine.')]
  const after = examined.now()
  return [clockFinding('the database', theirs - (before + after) / 2, { precisionMs: (after - before) / 2 })]
}

/** A Date header counts whole seconds. */
const headerMs = 1_000

export async function checkShopClocks({ shops }: Examined, signal: AbortSignal): Promise<Finding[]> {
  const { aheadMs } = await shops(signal)
  // The smallest difference is that of the fastest answer.
  const [nearest] = aheadMs.toSorted((one, other) => Math.abs(one) - Math.abs(other))
  if (nearest === undefined) throw new NotChecked('no shop has answered.')
  return [clockFinding('the shops', nearest, { precisionMs: headerMs, toleratesMs: toleratedMs })]
}
