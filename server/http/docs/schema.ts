import { nameIn, type JsonSchema } from '#server/http/openapi/json-schema.ts'
import { code, escaped, jsonBlock, htmlTable } from './html.ts'

const maxValues = 12
const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const schemasIn = (value: unknown): JsonSchema[] => listOf(value).filter(isSchema)

function values(given: readonly unknown[]): string {
  const shown = given.slice(0, maxValues).map((value) => code(JSON.stringify(value)))
  return `${shown.join(' or ')}${given.length > maxValues ? `, and ${given.length - maxValues} more` : ''}`
}

/** Without the bounds of JavaScript's own numbers, which mean nothing to readers. */
function bounds(schema: JsonSchema): string[] {
  const said: readonly (readonly [keyword: string, words: string])[] = [
    ['minLength', 'characters or more'],
    ['maxLength', 'characters at most'],
    ['minItems', 'or more'],
    ['maxItems', 'at most'],
    ['minimum', 'or more'],
    ['maximum', 'at most'],
  ]
  return said.flatMap(([keyword, words]) => {
    const bound = schema[keyword]
    return typeof bound === 'number' && Math.abs(bound) < Number.MAX_SAFE_INTEGER && bound !== 0 ? [`${bound} ${words}`] : []
  })
}

/** A short description of a type, with a link where it has a name. */
export function typeOf(schema: JsonSchema): string {
  const name = nameIn(schema)
  if (name !== null) return `<a href="#schema-${name}">${name}</a>`
  const choices = [...schemasIn(schema['anyOf']), ...schemasIn(schema['oneOf'])]
  if (choices.length > 0) return choices.map(typeOf).join(' or ')
  if ('const' in schema) return code(JSON.stringify(schema['const']))
  if (Array.isArray(schema['enum'])) return values(schema['enum'])
  if (schema['type'] === 'array')
    return [`list of ${isSchema(schema['items']) ? typeOf(schema['items']) : 'anything'}`, ...bounds(schema)].join(', ')
  const type = typeof schema['type'] === 'string' ? schema['type'] : 'anything'
  const format = typeof schema['format'] === 'string' ? [schema['format']] : []
  return escaped([type, ...format, ...bounds(schema)].join(', '))
}

/** The fields of unnamed objects: the schema itself, the items of a list, or its alternatives. */
function ownFields(schema: JsonSchema): string {
  if (nameIn(schema) !== null) return ''
  const parts = [schema, ...schemasIn([schema['items']]), ...schemasIn(schema['anyOf']), ...schemasIn(schema['oneOf'])]
  return parts
    .filter(({ properties, $ref }) => properties && $ref === undefined)
    .map(fields)
    .join('')
}

export function fields({ properties = {}, required = [] }: JsonSchema): string {
  const rows = Object.entries(properties).map(([name, part]) => {
    const standard = part['default'] === undefined ? '' : ` ${code(JSON.stringify(part['default']))} where left out.`
    const said = `${escaped(part.description ?? '')}${standard}${ownFields(part)}`
    return [`${code(name)}${required.includes(name) ? '' : ' <small>optional</small>'}`, typeOf(part), said]
  })
  return htmlTable(['Field', 'Type', 'Meaning'], rows)
}

/** A named schema with its fields and an example. */
export function schemaArticle(name: string, schema: JsonSchema): string {
  const isObject = schema.properties !== undefined
  const example = schema.examples?.[0]
  return `<article id="schema-${name}"><h3>${name}</h3><p>${escaped(schema.description ?? '')}</p>
${isObject ? fields(schema) : `<p>${typeOf(schema)}</p>${ownFields(schema)}`}
${example === undefined ? '' : `<details><summary>Example</summary>${jsonBlock(example)}</details>`}</article>`
}
