import {
  getNamedType,
  getNullableType,
  getOperationAST,
  GraphQLError,
  isCompositeType,
  isListType,
  isObjectType,
  isInterfaceType,
  Kind,
  OperationTypeNode,
  parse,
  validate,
} from 'graphql'
import type { DocumentNode, FieldNode, GraphQLCompositeType, GraphQLSchema, OperationDefinitionNode, SelectionSetNode } from 'graphql'

const MOST_CONNECTIONS = 5
const MOST_DEPTH = 2
const MOST_BYTES = 65_535

/** The properties of a query's connections. */
type Findings = { count: number; depth: number; viaNodes: string[]; withoutId: string[]; inList: boolean }

/** The position of the walk: the connection of the current node, the number of connections above, and whether a list is above. */
type Position = { parent: string | null; selectsId: boolean; depth: number; inList: boolean }

export const isConnection = (type: { name: string }): boolean => type.name.endsWith('Connection')

/** The fields of a selection with their parent types. Inline fragments are expanded. */
function fieldsOf(
  schema: GraphQLSchema,
  type: GraphQLCompositeType,
  set: SelectionSetNode | undefined,
): { on: GraphQLCompositeType; field: FieldNode }[] {
  return (set?.selections ?? []).flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [{ on: type, field: selection }]
    if (selection.kind === Kind.FRAGMENT_SPREAD) return []
    const narrowed = selection.typeCondition ? schema.getType(selection.typeCondition.name.value) : type
    return isCompositeType(narrowed) ? fieldsOf(schema, narrowed, selection.selectionSet) : []
  })
}

function look(
  schema: GraphQLSchema,
  type: GraphQLCompositeType,
  set: SelectionSetNode | undefined,
  position: Position,
  found: Findings,
): void {
  for (const { on, field } of fieldsOf(schema, type, set)) {
    const definition = isObjectType(on) || isInterfaceType(on) ? on.getFields()[field.name.value] : undefined
    const below = getNamedType(definition?.type)
    if (!definition || !below || !isCompositeType(below)) continue
    const inList = position.inList || isListType(getNullableType(definition.type))
    if (isConnection(below)) lookInto(schema, below, field, { ...position, inList }, found)
    else look(schema, below, field.selectionSet, { ...position, inList }, found)
  }
}

function lookInto(schema: GraphQLSchema, type: GraphQLCompositeType, field: FieldNode, position: Position, found: Findings): void {
  const name = field.name.value
  found.count++
  found.depth = Math.max(found.depth, position.depth)
  found.inList ||= position.inList
  if (position.parent !== null && !position.selectsId) found.withoutId.push(position.parent)
  const parts = fieldsOf(schema, type, field.selectionSet)
  if (parts.some((part) => part.field.name.value === 'nodes')) found.viaNodes.push(name)
  const edge = parts.find((part) => part.field.name.value === 'edges')?.field
  const node = edge?.selectionSet?.selections.find((one): one is FieldNode => one.kind === Kind.FIELD && one.name.value === 'node')
  const edgeType = isObjectType(type) ? getNamedType(type.getFields()['edges']?.type) : undefined
  const nodeType = isObjectType(edgeType) ? getNamedType(edgeType.getFields()['node']?.type) : undefined
  if (!node || !nodeType || !isCompositeType(nodeType)) return
  const selectsId = fieldsOf(schema, nodeType, node.selectionSet).some((one) => one.field.name.value === 'id' && !one.field.alias)
  look(schema, nodeType, node.selectionSet, { parent: name, selectsId, depth: position.depth + 1, inList: false }, found)
}

/** The errors in Shopify's words (recorded), in its order. */
function problemsOf(operation: OperationDefinitionNode, { count, depth, viaNodes, withoutId, inList }: Findings): string[] {
  const roots = operation.selectionSet.selections.flatMap((one) => (one.kind === Kind.FIELD ? one.name.value : []))
  return [
    ...roots
      .filter((name) => name === 'node' || name === 'nodes')
      .map((name) => `Bulk queries cannot contain a top level \`${name}\` field.`),
    ...(viaNodes.length > 0
      ? [
          `All connection fields in a bulk query must select their contents using 'edges' > 'node', e.g: '${viaNodes[0]} { edges { node {'. Selecting via 'nodes' is not supported. Invalid connection fields: '${viaNodes.join("', '")}'.`,
        ]
      : []),
    ...(count === 0 ? ['Bulk queries must contain at least one connection.'] : []),
    ...(count > MOST_CONNECTIONS ? [`Bulk queries cannot contain more than ${MOST_CONNECTIONS} connections.`] : []),
    ...(depth > MOST_DEPTH ? [`Bulk queries cannot contain connections with a nesting depth greater than ${MOST_DEPTH}.`] : []),
    ...(withoutId.length > 0
      ? [
          `The parent 'node' field for a nested connection must select the 'id' field without an alias and must be of 'ID' return type. Connection fields without 'id': ${[...new Set(withoutId)].join(', ')}.`,
        ]
      : []),
    ...(inList ? ['Queries that contain a connection field within a list field are not currently supported.'] : []),
  ]
}

/** A valid bulk query, or Shopify's errors. */
export type Checked = { readonly document: DocumentNode } | { readonly problems: readonly string[] }

export function checkBulkQuery(schema: GraphQLSchema, query: string): Checked {
  if (Buffer.byteLength(query) > MOST_BYTES) return { problems: [`Query is too long (maximum is ${MOST_BYTES} bytes)`] }
  try {
    const document = parse(query)
    const operation = getOperationAST(document)
    const root = schema.getQueryType()
    if (!operation || !root || operation.operation !== OperationTypeNode.QUERY)
      return { problems: ['Invalid operation type. Only `query` operations are supported.'] }
    const [error] = validate(schema, document)
    if (error) return { problems: [`Invalid bulk query: ${error.message}`] }
    const found: Findings = { count: 0, depth: 0, viaNodes: [], withoutId: [], inList: false }
    look(schema, root, operation.selectionSet, { parent: null, selectsId: true, depth: 0, inList: false }, found)
    const problems = problemsOf(operation, found)
    return problems.length > 0 ? { problems } : { document }
  } catch (error) {
    if (error instanceof GraphQLError) return { problems: [`Invalid bulk query: ${error.message}`] }
    throw error
  }
}
