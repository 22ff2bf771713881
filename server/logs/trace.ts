import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyBaseLogger } from 'fastify'

/** What a line of the log belongs to: a request, a job with its stores, or an export whose caller waits, which is both. */
type Trace = { reqId?: string; job?: string; stores?: readonly string[] }

const traces = new AsyncLocalStorage<Trace>()

/** Runs the work. Its lines of the log carry the trace, and that of the work around it. */
export const traced = <T>(trace: Trace, work: () => T): T => traces.run({ ...traces.getStore(), ...trace }, work)

type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
type Level = keyof Log

/** A log whose lines carry the trace of the work that writes them. Fields of a line take precedence. */
export function withTrace(log: Log): Log {
  const at = (level: Level) => (given: unknown, message?: string) => {
    const trace = traces.getStore() ?? {}
    if (typeof given === 'string') return log[level](trace, given)
    const fields = given instanceof Error ? { err: given } : typeof given === 'object' ? given : {}
    log[level]({ ...trace, ...fields }, message)
  }
  return { info: at('info'), warn: at('warn'), error: at('error') }
}
