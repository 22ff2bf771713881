import { Kind, TypeInfo, getNamedType, visit, visitWithTypeInfo } from 'graphql'
import type { ArgumentNode, DocumentNode, FieldNode, GraphQLSchema } from 'graphql'
import { EVERYTHING } from '../connection.ts'
import { isConnection } from './check.ts'

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const intArgument = (name: string, value: string): ArgumentNode => ({
  kind: Kind.ARGUMENT,
  name: { kind: Kind.NAME, value: name },
  value: { kind: Kind.INT, value },
})

/** The query with every connection unlimited. */
export function unlimited(schema: GraphQLSchema, document: DocumentNode): DocumentNode {
  const types = new TypeInfo(schema)
  const enter = (field: FieldNode) => {
    const type = getNamedType(types.getType())
    if (!type || !isConnection(type)) return undefined
    const others = field.arguments?.filter(({ name }) => name.value !== 'first' && name.value !== 'last') ?? []
    return { ...field, arguments: [...others, intArgument('first', String(EVERYTHING))] }
  }
  return visit(document, visitWithTypeInfo(types, { Field: { enter } }))
}

/** The nodes of a connection in an answer; null for other values. */
function nodesOf(value: unknown): Json[] | null {
  if (!isObject(value) || !Array.isArray(value['edges'])) return null
  return value['edges'].flatMap((edge: unknown) => (isObject(edge) && isObject(edge['node']) ? [edge['node']] : []))
}

type Line = { readonly line: string; readonly below: () => Line[] }

/** An object without its connections, at any depth. Their nodes are added to `children`. */
function withoutConnections(object: Json, children: Json[][]): Json {
  const own: Json = {}
  for (const [key, value] of Object.entries(object)) {
    const nodes = nodesOf(value)
    if (nodes) children.push(nodes)
    else own[key] = isObject(value) ? withoutConnections(value, children) : value
  }
  return own
}

/** A node without its connections, and their nodes. Shopify escapes slashes. */
function lineOf(node: Json, parent: unknown): Line {
  const children: Json[][] = []
  const own = withoutConnections(node, children)
  if (parent !== null) own['__parentId'] = parent
  const line = `${JSON.stringify(own).replaceAll('/', String.raw`\/`)}\n`
  return { line, below: () => children.flat().map((child) => lineOf(child, node['id'])) }
}

const grouped = (lines: readonly Line[]): string[] => lines.flatMap(({ line, below }) => [line, ...grouped(below())])

/** All parents, then all of their children: a possible order without grouping. */
function byLevel(lines: readonly Line[]): string[] {
  if (lines.length === 0) return []
  return [...lines.map(({ line }) => line), ...byLevel(lines.flatMap(({ below }) => below()))]
}

/** `objects` counts lines of every kind. */
export type Output = { readonly file: Buffer; readonly objects: number; readonly roots: number }

const ROOTS_AT_ONCE = 1_000

/** The JSONL of an answer, as bytes. For a large shop, it exceeds the maximum length of a string. */
export function outputOf(data: unknown, isGrouped: boolean): Output {
  const roots = Object.values(isObject(data) ? data : {}).flatMap((value) => nodesOf(value) ?? [])
  const write = isGrouped ? grouped : byLevel
  const pieces: Buffer[] = []
  let objects = 0
  const atOnce = isGrouped ? ROOTS_AT_ONCE : Math.max(1, roots.length)
  for (let index = 0; index < roots.length; index += atOnce) {
    const lines = write(roots.slice(index, index + atOnce).map((node) => lineOf(node, null)))
    objects += lines.length
    pieces.push(Buffer.from(lines.join('')))
  }
  return { file: Buffer.concat(pieces), objects, roots: roots.length }
}
