import type { Random } from '#sandbox/catalogue/random.ts'

const long = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)

/** Values that no honest client sends. */
const values: readonly [unknown, ...unknown[]] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e300,
  -1e300,
  2 ** 53,
  '',
  ' ',
  '0',
  '-1',
  'NaN',
  'null',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfffy',
  '\u202egnp.exe',
  '\ufeff',
  '\r\nx-injected: 1',
  "' or '1'='1",
  '"); --',
  '%',
  '%00',
  '%ff',
  '${7*7}',
  '{{7*7}}',
  '<svg onload=alert(1)>',
  '=cmd|x!A0',
  '../../../etc/passwd',
  'file:///etc/passwd',
  'http://127.0.0.1:1/',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  long('a', 300),
  long('ă', 70_000),
  long('9', 400),
  '0001-01-01',
  '2024-02-30',
  '9999-12-31',
  '+275760-09-14T00:00:00.000Z',
  '-000001-01-01T00:00:00Z',
  '2024-01-01T00:00:00+23:59',
  '00000000-0000-0000-0000-000000000000',
  '99999999999999999999',
  [],
  [[]],
  [null],
  [{}],
  {},
  { length: 1e9 },
  { id: {} },
  { toString: null },
  Array.from({ length: 300 }, (_, index) => index),
  Array.from({ length: 60 }, () => ({ a: [{}] })),
]

export const hostileValue = (random: Random): unknown => random.pick(values)

/** Another text: a small change, or a completely different one. */
export function hostileText(random: Random, text: string): string {
  const at = random.int(text.length + 1)
  return random.pick([
    () => text.slice(0, at),
    () => `${text.slice(0, at)}\0${text.slice(at)}`,
    () => `${text.slice(0, at)}\ud83d${text.slice(at)}`,
    () => text.toUpperCase(),
    () => text + text,
    () => long(text || 'z', 5_000),
    () => text.split('').toReversed().join(''),
    () => ` ${text}\t`,
    () => encodeURIComponent(text.toWellFormed()),
  ])()
}

/** Host names are replaced completely: a similar one might belong to a real shop. */
const isHost = (text: string) => text.includes('.myshopify.com') || text.includes('.onshopbase.com') || text.startsWith('https:')

function changed(random: Random, value: unknown): unknown {
  if (typeof value === 'string' && !isHost(value) && random.chance(0.4)) return hostileText(random, value)
  if (typeof value === 'number' && random.chance(0.4)) return random.pick([-value, value + 0.5, value * 1e9, String(value)])
  if (random.chance(0.1)) return [value, value]
  return hostileValue(random)
}

const record = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
/** Sets an own property and not the prototype. */
const withKey = (value: object, key: string, more: unknown): object =>
  Object.defineProperty({ ...value }, key, { value: more, enumerable: true, configurable: true, writable: true })

function mutatedRecord(random: Random, value: Record<string, unknown>): unknown {
  const names = Object.keys(value)
  const name = names[random.int(names.length)]
  if (name === undefined || random.chance(0.12))
    return withKey(value, random.pick(['__proto__', 'constructor', 'extra', '', 'a\0b', 'level', 'is_active']), hostileValue(random))
  if (random.chance(0.12)) return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name))
  return withKey(value, name, mutated(random, value[name]))
}

/** The value with one changed part at any depth. */
export function mutated(random: Random, value: unknown): unknown {
  if (record(value) && random.chance(0.92)) return mutatedRecord(random, value)
  if (Array.isArray(value) && value.length > 0 && random.chance(0.7)) {
    const at = random.int(value.length)
    if (random.chance(0.2)) return [...value, value[at]]
    return value.map((item: unknown, index) => (index === at ? mutated(random, item) : item))
  }
  return changed(random, value)
}

const spoilers: readonly [(text: string, random: Random) => string, ...((text: string, random: Random) => string)[]] = [
  (text, random) => text.slice(0, random.int(text.length)),
  (text) => `${text}}`,
  (text) => `\ufeff${text}`,
  (text) => text.replace('{', '{"__proto__":{"level":100},'),
  (text) => text.replace('{', '{"constructor":{"prototype":{"level":100}},'),
  (text) => text.replace('{', '{"storeId":1,"storeId":"x","id":null,'),
  (text) => text.replace(/:\s*("[^"]*"|\d+|true|false|null)/, ':1e999'),
  (text) => text.replace(/"([^"]*)"/, '"\\ud800$1"'),
  (text) => text.replaceAll('"', "'"),
  (text) => `[${text}]`,
  (text) => JSON.stringify(text),
  () => 'null',
  () => '"text"',
  () => '',
  () => '\0',
  (text) => `${'['.repeat(2_000)}${text}`,
]

/** A text that is invalid JSON, or has a different meaning than it seems. */
export const spoiled = (random: Random, text: string): string => random.pick(spoilers)(text, random)
