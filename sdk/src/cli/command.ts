import { parseArgs, type ParseArgsConfig } from 'node:util'
import type { Client } from '../client.ts'

export type Flags = NonNullable<ParseArgsConfig['options']>
/** What a command was given: its flags, and the words that are no flags. */
export type Given = { values: Readonly<Record<string, unknown>>; words: readonly string[] }

/** Where a command writes. `out`: results. `note`: everything else, which scripts do not read. */
export type Terminal = {
  out(text: string): void
  note(text: string): void
  /** Replaces the last line of progress. Does nothing where nobody watches. */
  progress(text: string): void
  /** Asks for a secret without showing it, or reads it from the input. */
  askSecret(question: string): Promise<string>
  environment: Readonly<Record<string, string | undefined>>
  signal: AbortSignal
}
export type Context = { terminal: Terminal; client: () => Promise<Client> }
export type Command = {
  /** What stands behind the name: `products --store <store>`. */
  usage: string
  summary: string
  flags: Flags
  /** The names of its words, all of which are needed. */
  words?: readonly string[]
  run(context: Context, given: Given): Promise<void>
}

/** A command that was called wrongly. */
export class UsageError extends Error {}

/** Reads the arguments of a command. Throws UsageError. */
export function given({ flags, words = [] }: Command, args: readonly string[]): Given {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: flags, allowPositionals: true })
    const missing = words[positionals.length]
    if (missing !== undefined) throw new UsageError(`Please give the ${missing}`)
    if (positionals.length > words.length) throw new UsageError(`Nothing takes “${positionals[words.length]}”`)
    return { values, words: positionals }
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/** The text of a flag; undefined where it is not given. */
export function text({ values }: Given, name: string): string | undefined {
  const value = values[name]
  return typeof value === 'string' ? value : undefined
}

/** The text of a flag that is needed. */
export function needed(call: Given, name: string): string {
  const value = text(call, name)
  if (value === undefined || value === '') throw new UsageError(`Please give --${name}`)
  return value
}

/** The path in `--out`. A pipe is none: what has gone into it could not be marked as incomplete. */
export function outFileOf(call: Given): string {
  const path = needed(call, 'out')
  if (path === '-') throw new UsageError('--out takes the name of a file')
  return path
}

/** The values of a flag that can be repeated. */
export function several({ values }: Given, name: string): string[] {
  const value = values[name]
  return Array.isArray(value) ? value.map(String) : []
}

export const isSet = ({ values }: Given, name: string): boolean => values[name] === true

/** The whole number of a flag. */
export function count(call: Given, name: string): number | undefined {
  const value = text(call, name)
  if (value === undefined) return undefined
  if (!/^\d{1,9}$/.test(value) || Number(value) === 0) throw new UsageError(`--${name} takes a whole number from 1 on`)
  return Number(value)
}

/** One of the words that a flag takes. */
export function oneOf<const Word extends string>(call: Given, name: string, words: readonly Word[]): Word | undefined {
  const value = text(call, name)
  const found = words.find((word) => word === value)
  if (value !== undefined && found === undefined) throw new UsageError(`--${name} takes ${words.join(', ')}`)
  return found
}

type Filled<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }
/** The fields that have a value. The API takes no undefined ones. */
export const filled = <Fields extends object>(fields: Fields): Filled<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Filled<Fields>
