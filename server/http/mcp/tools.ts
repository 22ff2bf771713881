import type { Tool as ListedTool } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { limits } from '#shared/limits.ts'
import { mcpMessages } from '#shared/mcp-messages.ts'
import type { ToolMark } from '#server/procedure/context.ts'
import { leftOutBy } from '#server/procedure/tool-call.ts'
import { endpoints, type Endpoint } from '../endpoints.ts'
import { NamedSchemas, type JsonSchema } from '../openapi/json-schema.ts'

const Fields = z.record(z.string(), z.json())

/** A procedure as a tool. */
export type Tool = {
  endpoint: Endpoint
  /** How it is described to assistants. */
  listed: ListedTool
  /** A list that is read page by page. */
  isPaged: boolean
  /** Adds what holds for assistants where the call does not say otherwise. */
  withDefaults: (input: object) => object
}

/** The schema of the input, without the fields that the tool leaves out. Pages are smaller than those of the screens. */
function inputSchemaOf({ input }: Endpoint, mark: ToolMark): ListedTool['inputSchema'] {
  if (!input) return { type: 'object', additionalProperties: false }
  const named = new NamedSchemas()
  const schema = leftOutBy(mark).reduce((rest: JsonSchema, path) => named.withoutPath(rest, path), named.of(input, 'input'))
  const { properties = {}, ...whole } = named.standalone(schema)
  const { limit } = properties
  const pageSize = { description: mcpMessages.pageSize, default: limits.tools.pageSize }
  const fields = limit ? { ...properties, limit: { ...limit, ...pageSize } } : properties
  return { ...whole, type: 'object', properties: Fields.parse(fields) }
}

/** `export_products_estimate` for `export.productsEstimate`. */
const nameOf = ({ path }: Endpoint) => path.replaceAll('.', '_').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

function toolOf(endpoint: Endpoint, mark: ToolMark): Tool {
  const { summary, description, type, callsOut = false } = endpoint
  const inputSchema = inputSchemaOf(endpoint, mark)
  const isPaged = Object.hasOwn(inputSchema.properties ?? {}, 'limit')
  const isRead = type === 'query'
  return {
    endpoint,
    listed: {
      name: nameOf(endpoint),
      title: summary,
      description: [description, ...(leftOutBy(mark).length > 0 ? [mcpMessages.filesOnly] : [])].join(' '),
      inputSchema,
      annotations: { title: summary, readOnlyHint: isRead, destructiveHint: false, idempotentHint: isRead, openWorldHint: callsOut },
    },
    isPaged,
    withDefaults: (input) => (isPaged ? { limit: limits.tools.pageSize, ...input } : input),
  }
}

const made = () => endpoints.flatMap((endpoint) => (endpoint.tool ? [toolOf(endpoint, endpoint.tool)] : []))
let known: ReadonlyMap<string, Tool> | null = null

/** Every tool by its name: the procedures that are marked for it. Made by the first call, because the schemas are large. */
export const tools = (): ReadonlyMap<string, Tool> => (known ??= new Map(made().map((tool) => [tool.listed.name, tool])))
