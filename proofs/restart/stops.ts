// A server is stopped again and again while it is called in every manner.
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../scripts/free-port.ts'
import type { SourceBug } from '../source-bug.ts'
import { startCallers } from './callers.ts'
import { openRestartEnvironment } from './environment.ts'
import { counted, notesIn, nothingYet, type RestartVerdict } from './judge.ts'
import { startServerProcess, type StartCommand } from './server-process.ts'

/** The times from the first call to the signal. */
const [shortestMs, longestMs] = [300, 1_500]
/** Callers of each manner. */
const callersEach = 3

export async function runStops(command: StartCommand, stops: number, bug: SourceBug | null = null): Promise<RestartVerdict> {
  await using environment = await openRestartEnvironment()
  const verdict = nothingYet()
  const notes = join(environment.folder, 'taken.txt')
  const port = await freePort()
  for (; verdict.stops < stops; verdict.stops += 1) {
    await rm(notes, { force: true })
    await using server = await startServerProcess(command, environment, { port, notes, bug })
    const callers = startCallers({ ...environment, origin: server.origin }, callersEach)
    await pause(shortestMs + Math.random() * (longestMs - shortestMs))
    const { code, ms, left } = await server.stop()
    await callers.ended
    const { calls, lost, failed, busy, untaken } = counted(callers.outcomes, notesIn(await readFile(notes, 'utf8')))
    verdict.calls += calls
    verdict.lost += lost
    verdict.failed += failed
    verdict.busy += busy
    verdict.untaken += untaken
    verdict.left += Number(left)
    verdict.unclean += Number(code !== 0)
    verdict.longestMs = Math.max(verdict.longestMs, Math.round(ms))
  }
  return verdict
}
