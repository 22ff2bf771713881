import { styleText } from 'node:util'
import { z } from 'zod'

type Style = Parameters<typeof styleText>[0]

/** The words for pino's levels. */
const levels: Readonly<Record<number, readonly [string, Style]>> = {
  10: ['TRACE', 'gray'],
  20: ['DEBUG', 'gray'],
  30: ['INFO ', 'green'],
  40: ['WARN ', 'yellow'],
  50: ['ERROR', 'red'],
  60: ['FATAL', 'red'],
}

const Line = z.looseObject({
  level: z.number(),
  time: z.number(),
  msg: z.string().optional(),
  pid: z.unknown(),
  hostname: z.unknown(),
  err: z.looseObject({ stack: z.string().optional() }).optional(),
})

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** A line of the log, which is JSON, for a person at a terminal: time, level, message, fields, and the stack of an error below. */
export function readable(json: string): string {
  const { level, time, msg = '', pid: _pid, hostname: _hostname, err, ...fields } = Line.parse(JSON.parse(json))
  const [word, style] = levels[level] ?? [String(level), 'gray']
  const { stack, ...aboutError } = err ?? {}
  const shown = Object.entries({ ...fields, ...(err ? { err: aboutError } : {}) }).map(
    ([name, value]) => `${styleText('gray', `${name}=`)}${textOf(value)}`,
  )
  const head = [new Date(time).toISOString().slice(11, 23), styleText(style, word), msg, ...shown].join(' ')
  return `${head}\n${stack ? `${stack.replaceAll(/^/gm, '    ')}\n` : ''}`
}
