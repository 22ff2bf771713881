// Two nodes on one Postgres behind a balancer are restarted in turn, while callers of every manner call the balancer.
import { freePort } from '../../scripts/free-port.ts'
import type { SourceBug } from '../source-bug.ts'
import { startBalancer } from './balancer.ts'
import { startCallers } from './callers.ts'
import { openRestartEnvironment } from './environment.ts'
import { isBusy, isFailed } from './judge.ts'
import { plainStart, startServerProcess } from './server-process.ts'

export type RollingVerdict = {
  restarts: number
  calls: number
  /** Calls without a whole answer, or with one that blames the servers. */
  failed: number
  busy: number
  /** Connections that a node refused although the balancer had to take it for ready. */
  refused: number
  unclean: number
}

/** Longer than the balancer takes to notice. */
const more = { SHUTDOWN_DELAY_SECONDS: '1.5' }

export async function runRolling(restarts: number, bug: SourceBug | null = null): Promise<RollingVerdict> {
  await using environment = await openRestartEnvironment()
  const ports = [await freePort(), await freePort()]
  const start = (port: number) => startServerProcess(plainStart, environment, { port, bug, more })
  const nodes = await Promise.all(ports.map(start))
  await using everything = new AsyncDisposableStack()
  everything.defer(async () => void (await Promise.all(nodes.map((node) => node[Symbol.asyncDispose]()))))
  await using balancer = await startBalancer(nodes.map(({ origin }) => origin))
  await Promise.all(nodes.map(({ origin }) => balancer.knowsReady(origin)))
  const callers = startCallers({ ...environment, origin: balancer.origin }, 2)
  let unclean = 0
  for (let turn = 0; turn < restarts; turn += 1) {
    const index = turn % nodes.length
    const [old, port] = [nodes[index], ports[index]]
    if (!old || port === undefined) throw new RangeError('there are two nodes')
    const { code, left } = await old.stop()
    await old[Symbol.asyncDispose]()
    unclean += Number(code !== 0 || left)
    const next = await start(port)
    nodes[index] = next
    await balancer.knowsReady(next.origin)
  }
  await callers.stop()
  const { outcomes } = callers
  const failed = outcomes.filter((outcome) => outcome.end !== 'answered' || isFailed(outcome)).length
  const busy = outcomes.filter(isBusy).length
  return { restarts, calls: outcomes.length, failed, busy, refused: balancer.refused, unclean }
}

export const rolls = ({ failed, refused, unclean }: RollingVerdict): boolean => failed + refused + unclean === 0
