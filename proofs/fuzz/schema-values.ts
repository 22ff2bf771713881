import type { Random } from '#sandbox/catalogue/random.ts'
import { hostileValue } from './hostile.ts'
import { document, type Schema } from './operations.ts'

const record = (value: unknown): value is Schema => typeof value === 'object' && value !== null && !Array.isArray(value)
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const number = (value: unknown, fallback: number) => (typeof value === 'number' ? value : fallback)

const formats: Record<string, string> = {
  'date-time': '2026-01-31T10:00:00.000Z',
  date: '2026-01-31',
  email: 'somebody@fuzz.test',
  uri: 'https://example.com/picture.png',
}
const letters = ['a', 'B', '7', '-', ' ', 'ữ', '中', '😀', '"', '<', '=', ':'] as const
const longestText = 40
const longestList = 4
const deepest = 6

function text(random: Random, { format, minLength, maxLength, pattern }: Schema): string {
  if (typeof format === 'string' && formats[format] !== undefined && random.chance(0.9)) return formats[format]
  if (typeof pattern === 'string' && pattern.includes('\\d')) return String(random.int(1e9))
  const min = number(minLength, 0)
  const max = Math.min(number(maxLength, longestText), min + longestText)
  const length = random.chance(0.1) ? number(maxLength, longestText) : min + random.int(max - min + 1)
  return Array.from({ length }, () => random.pick(letters)).join('')
}

function amount(random: Random, { minimum, maximum }: Schema): number {
  const min = number(minimum, -10)
  const max = Math.min(number(maximum, 1_000), min + 1_000)
  return random.pick([min, max, number(maximum, max), min + random.int(Math.max(1, Math.floor(max - min + 1)))])
}

function thing(random: Random, schema: Schema, depth: number): object {
  const properties = record(schema['properties']) ? schema['properties'] : {}
  const required = list(schema['required'])
  const chosen = Object.entries(properties).filter(([name]) => required.includes(name) || random.chance(0.5))
  return Object.fromEntries(chosen.map(([name, part]) => [name, valueOf(random, part, depth + 1)]))
}

/** A value that is valid by a JSON schema of the OpenAPI document. Rules over several fields are not in the schema. */
export function valueOf(random: Random, schema: unknown, depth = 0): unknown {
  if (!record(schema) || depth > deepest) return hostileValue(random)
  const name = typeof schema['$ref'] === 'string' ? schema['$ref'].split('/').at(-1) : undefined
  if (name !== undefined) return valueOf(random, document.components.schemas[name], depth)
  const choices = [...list(schema['anyOf']), ...list(schema['oneOf'])]
  if (choices.length > 0) return valueOf(random, choices[random.int(choices.length)], depth)
  if ('const' in schema) return schema['const']
  const given = list(schema['enum'])
  if (given.length > 0) return given[random.int(given.length)]
  switch (schema['type']) {
    case 'string':
      return text(random, schema)
    case 'integer':
    case 'number':
      return amount(random, schema)
    case 'boolean':
      return random.chance(0.5)
    case 'array': {
      const min = number(schema['minItems'], 0)
      const length = Math.min(number(schema['maxItems'], longestList), min + random.int(longestList))
      return Array.from({ length }, () => valueOf(random, schema['items'], depth + 1))
    }
    case 'object':
      return thing(random, schema, depth)
    case 'null':
      return null
    default:
      return hostileValue(random)
  }
}
