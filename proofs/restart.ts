// The proof of stops and restarts: stops with SQLite, and rolling restarts with the Postgres of DATABASE_URL.
import { dialect } from '#drizzle/dialect.ts'
import { packedServer } from '../scripts/packed-server.ts'
import { closesAtOnce, staysReady } from './restart/bugs.ts'
import { holds, type RestartVerdict } from './restart/judge.ts'
import { rolls, runRolling, type RollingVerdict } from './restart/rolling.ts'
import { npmStart, packedStart, plainStart } from './restart/server-process.ts'
import { runStops } from './restart/stops.ts'

const stops = Number(process.argv[2] ?? 100)
const rollings = Math.ceil(stops / 2)
const results: boolean[] = []

function tell(what: string, figures: readonly (number | string)[], isGood: boolean) {
  console.log(`| ${what} | ${figures.join(' | ')} | ${isGood ? 'ok' : 'NOT OK'} |`)
  results.push(isGood)
}
const ofStops = ({ stops: done, calls, lost, failed, busy, untaken, left, unclean, longestMs }: RestartVerdict) =>
  [done, calls, lost, failed, busy, untaken, left, unclean, `${(longestMs / 1_000).toFixed(1)} s`] as const
const ofRolling = ({ restarts, calls, failed, busy, refused, unclean }: RollingVerdict) =>
  [restarts, calls, 0, failed, busy, refused, 0, unclean, ''] as const

if (dialect === 'sqlite') {
  for (const command of [npmStart, packedStart(packedServer())]) {
    const verdict = await runStops(command, stops)
    tell(`${command.name}, stopped under load`, ofStops(verdict), holds(verdict))
  }
  const cut = await runStops(plainStart, 1, closesAtOnce)
  tell('with the seeded bug of a server that closes its connections at once, which must show', ofStops(cut), cut.lost > 0)
} else {
  const verdict = await runRolling(rollings)
  tell('two nodes behind a balancer, restarted in turn', ofRolling(verdict), rolls(verdict))
  const blind = await runRolling(2, staysReady)
  tell(
    'with the seeded bug of a server that stays ready until it is gone, which must show',
    ofRolling(blind),
    blind.refused + blind.failed > 0,
  )
}
process.exitCode = results.every(Boolean) ? 0 : 1
