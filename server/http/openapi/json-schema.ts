// Converts zod schemas to JSON Schema, with references to the named ones.
import { z } from 'zod'
import { catalogueDescriptions } from './catalogue-descriptions.ts'
import type { Descriptions } from './description.ts'
import { examples } from './examples.ts'
import { eventDescriptions } from './event-descriptions.ts'
import { systemDescriptions } from './system-descriptions.ts'
import { destinationDescriptions } from './destination-descriptions.ts'
import { exportDescriptions } from './export-descriptions.ts'
import { scheduleDescriptions } from './schedule-descriptions.ts'
import { peopleDescriptions } from './people-descriptions.ts'
import { schemas, type Name } from './schemas.ts'
import { shopDescriptions } from './shop-descriptions.ts'

export type JsonSchema = {
  properties?: Record<string, JsonSchema> | undefined
  required?: string[] | undefined
  /** The alternatives of a union. */
  oneOf?: JsonSchema[] | undefined
  description?: string
  examples?: readonly unknown[]
  [keyword: string]: unknown
}

/** A schema without a description is a compile error. */
const descriptions: Descriptions = {
  ...shopDescriptions,
  ...catalogueDescriptions,
  ...exportDescriptions,
  ...destinationDescriptions,
  ...scheduleDescriptions,
  ...eventDescriptions,
  ...systemDescriptions,
  ...peopleDescriptions,
}
const isName = (name: string): name is Name => name in schemas

const registry = z.registry<{ id: string }>()
for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id })

type Override = Parameters<NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']>>[0]
/** For these formats, the long patterns that zod adds are redundant. */
const formatsThatSuffice = ['date-time', 'date']

/** @param io Answers allow further properties, so that clients accept fields of later versions. */
const refined =
  (io: 'input' | 'output') =>
  ({ zodSchema, jsonSchema }: Override) => {
    const said = z.globalRegistry.get(zodSchema)?.description
    if (said !== undefined) jsonSchema.description = said
    if (jsonSchema.format !== undefined && formatsThatSuffice.includes(jsonSchema.format)) delete jsonSchema.pattern
    if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
  }

function described(id: string, schema: JsonSchema): JsonSchema {
  if (!isName(id)) return schema
  const given: string | readonly [string, Readonly<Record<string, string | undefined>>?] = descriptions[id]
  const [description, fields = {}] = typeof given === 'string' ? [given] : given
  const parts = Object.entries(schema.properties ?? {}).map(([name, part]) => {
    const said = fields[name]
    return [name, said === undefined ? part : { ...part, description: said }] as const
  })
  const properties = schema.properties ? { properties: Object.fromEntries(parts) } : {}
  const shown: unknown = examples[id]
  return { title: id, description, ...schema, ...properties, ...(shown === undefined ? {} : { examples: [shown] }) }
}

const prefix = '#/components/schemas/'
const Converted = z.record(z.string(), z.unknown())
const Definitions = z.record(z.string(), Converted).default({})

/** Collects the named schemas of one document. */
export class NamedSchemas {
  readonly components: Record<string, JsonSchema> = {}

  /** @throws where a named schema differs between requests and answers. */
  of(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const converted = z.toJSONSchema(schema, { io, metadata: registry, unrepresentable: 'any', override: refined(io) })
    const { $schema: _, $defs, ...root } = Converted.parse(JSON.parse(JSON.stringify(converted).replaceAll('"#/$defs/', `"${prefix}`)))
    for (const [id, { id: _id, ...own }] of Object.entries(Definitions.parse($defs))) {
      const definition = described(id, own)
      const known = this.components[id]
      if (known && JSON.stringify(known) !== JSON.stringify(definition))
        throw new Error(`${id} is another schema in requests than in answers`)
      this.components[id] = definition
    }
    return root
  }

  /** The schema that a reference points to. Any other schema is returned unchanged. */
  resolve(schema: JsonSchema): JsonSchema {
    const name = nameIn(schema)
    return name === null ? schema : (this.components[name] ?? {})
  }

  /** A schema that stands alone: `$defs` has the named ones that it refers to. */
  standalone(schema: JsonSchema): JsonSchema {
    const { [nameIn(schema) ?? '']: _, ...$defs } = this.components
    const whole = Object.keys($defs).length > 0 ? { ...this.resolve(schema), $defs } : this.resolve(schema)
    return JSON.parse(JSON.stringify(whole).replaceAll(`"${prefix}`, '"#/$defs/'))
  }

  /** Removes the field at a path, such as `config.fields`. Named schemas on the way change under their names. */
  withoutPath(schema: JsonSchema, path: string): JsonSchema {
    const [field = '', ...below] = path.split('.')
    if (below.length === 0) return this.without(schema, [field])
    const { properties = {} } = this.resolve(schema)
    const part = this.withoutPath(properties[field] ?? {}, below.join('.'))
    return { ...schema, ...(nameIn(schema) === null ? { properties: { ...properties, [field]: part } } : {}) }
  }

  /** Removes fields from a schema, and from each of its alternatives. A named one changes under its name. */
  without(schema: JsonSchema, names: readonly string[]): JsonSchema {
    const { properties = {}, required = [], examples: given, oneOf, ...rest } = this.resolve(schema)
    const left = <Part>(fields: Readonly<Record<string, Part>>) =>
      Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))
    const shown = given ? { examples: given.map((example) => left(Converted.parse(example))) } : {}
    const alternatives = oneOf?.map((one) => this.without(one, names))
    const trimmed = alternatives
      ? { ...rest, oneOf: alternatives, ...shown }
      : { ...rest, properties: left(properties), required: required.filter((name) => !names.includes(name)), ...shown }
    const id = nameIn(schema)
    if (id === null) return trimmed
    this.components[id] = trimmed
    return schema
  }
}

/** The name in a reference. null for an inline schema. */
export function nameIn({ $ref }: JsonSchema): string | null {
  return typeof $ref === 'string' && $ref.startsWith(prefix) ? $ref.slice(prefix.length) : null
}

export const refTo = (name: Name): JsonSchema => ({ $ref: `${prefix}${name}` })
