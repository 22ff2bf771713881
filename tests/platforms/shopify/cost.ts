import {
  getNamedType,
  isAbstractType,
  isLeafType,
  isObjectType,
  Kind,
  parse,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type SelectionSetNode,
} from 'graphql'

// Shopify's requested cost of a query, by a formula that was fitted to recorded answers. An object costs 1 plus its fields. A list costs as
// much as one of its objects. A connection costs 2 plus its nodes, and n nodes cost floor(2 ln n) times one node. Money, addresses and
// weights are free. A count at the root costs 10.

const FREE = new Set(['PageInfo', 'MoneyV2', 'MoneyBag', 'MailingAddress', 'InventoryItemMeasurement', 'Weight'])

const factor = (rows: number) => (rows <= 0 ? 0 : Math.max(1, Math.floor(2 * Math.log(rows))))

type Variables = Readonly<Record<string, unknown>>
type Query = { schema: GraphQLSchema; fragments: ReadonlyMap<string, FragmentDefinitionNode>; variables: Variables }

function valueOf(query: Query, field: FieldNode, name: string): unknown {
  const value = field.arguments?.find((argument) => argument.name.value === name)?.value
  if (value?.kind === Kind.VARIABLE) return query.variables[value.name.value]
  return value?.kind === Kind.INT ? Number(value.value) : undefined
}

function isIncluded({ variables }: Query, field: FieldNode): boolean {
  const include = field.directives?.find(({ name }) => name.value === 'include')?.arguments?.[0]?.value
  return include?.kind !== Kind.VARIABLE || variables[include.name.value] === true
}

/** The fields that a selection reads from one object type, with fragments resolved. */
function fieldsOn(query: Query, type: GraphQLObjectType, { selections }: SelectionSetNode): FieldNode[] {
  return selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return isIncluded(query, selection) ? [selection] : []
    const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : query.fragments.get(selection.name.value)
    const on = fragment?.typeCondition?.name.value
    const condition = on === undefined ? type : query.schema.getType(on)
    const applies = condition === type || (isAbstractType(condition) && query.schema.isSubType(condition, type))
    return fragment && applies ? fieldsOn(query, type, fragment.selectionSet) : []
  })
}

function selectionCost(query: Query, type: GraphQLCompositeType, selection: SelectionSetNode): number {
  const types = isObjectType(type) ? [type] : query.schema.getPossibleTypes(type)
  return Math.max(0, ...types.map((one) => fieldsOn(query, one, selection).reduce((sum, field) => sum + fieldCost(query, one, field), 0)))
}

function fieldCost(query: Query, parent: GraphQLObjectType, field: FieldNode): number {
  const definition = parent.getFields()[field.name.value]
  if (!definition) throw new Error(`${parent.name} has no ${field.name.value}`)
  const type = getNamedType(definition.type)
  const isRows = parent.name.endsWith('Connection') && field.name.value === 'nodes'
  if (isLeafType(type)) return isRows ? 1 : 0
  if (FREE.has(type.name) || !('getFields' in type || isAbstractType(type)) || !field.selectionSet) return 0
  if (!isObjectType(type) && !isAbstractType(type)) return 0
  const inner = selectionCost(query, type, field.selectionSet)
  if (type.name.endsWith('Connection')) return 2 + factor(Number(valueOf(query, field, 'first'))) * inner
  return (parent === query.schema.getQueryType() && field.name.value.endsWith('Count') ? 10 : 1) + inner
}

/** The requested cost of a document with these variables. */
export function requestedCost(schema: GraphQLSchema, text: string, variables: Variables): number {
  const { definitions } = parse(text)
  const root = schema.getQueryType()
  const operation = definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION)
  if (!root || !operation) throw new Error('no query')
  const fragments = new Map(definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION).map((one) => [one.name.value, one]))
  return selectionCost({ schema, fragments, variables }, root, operation.selectionSet)
}
