import { getNamedType, isAbstractType, isLeafType, isObjectType, Kind, OperationTypeNode, valueFromASTUntyped } from 'graphql'
import type {
  DocumentNode,
  FieldNode,
  FragmentDefinitionNode,
  GraphQLObjectType,
  GraphQLSchema,
  OperationDefinitionNode,
  SelectionNode,
} from 'graphql'

/** The cost of one field of an answer, with the fields below it. */
type Charge = {
  readonly key: string
  readonly base: number
  /** The requested rows of a connection; null for other fields. */
  readonly size: number | null
  readonly below: readonly Charge[]
}

type Reading = {
  readonly schema: GraphQLSchema
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
  readonly variables: Readonly<Record<string, unknown>>
}

const FREE = new Set([
  'PageInfo',
  'MoneyV2',
  'MoneyBag',
  'MailingAddress',
  'ShopAddress',
  'LocationAddress',
  'InventoryItemMeasurement',
  'Weight',
])

/** The factor of a connection's row cost. The recorded costs fit `2 ln n`, rounded down. */
function pageFactor(rows: number): number {
  return rows <= 0 ? 0 : Math.max(1, Math.floor(2 * Math.log(rows)))
}

function isSkipped(node: SelectionNode, { variables }: Reading): boolean {
  return (node.directives ?? []).some(({ name, arguments: [condition] = [] }) => {
    const isOn = condition ? valueFromASTUntyped(condition.value, variables) === true : true
    return (name.value === 'include' && !isOn) || (name.value === 'skip' && isOn)
  })
}

function fieldsOf(
  type: GraphQLObjectType,
  selections: readonly SelectionNode[],
  reading: Reading,
  into = new Map<string, FieldNode[]>(),
): Map<string, FieldNode[]> {
  for (const node of selections) {
    if (isSkipped(node, reading)) continue
    if (node.kind === Kind.FIELD) {
      const key = (node.alias ?? node.name).value
      into.set(key, [...(into.get(key) ?? []), node])
      continue
    }
    const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : reading.fragments.get(node.name.value)
    const on = fragment?.typeCondition ? reading.schema.getType(fragment.typeCondition.name.value) : type
    if (fragment && (on === type || (isAbstractType(on) && reading.schema.isSubType(on, type))))
      fieldsOf(type, fragment.selectionSet.selections, reading, into)
  }
  return into
}

const sum = (charges: readonly Charge[]) => charges.reduce((total, charge) => total + requestedOf(charge), 0)

function requestedOf(charge: Charge): number {
  if (charge.size === null) return charge.base + sum(charge.below)
  return charge.base + pageFactor(charge.size) * sum(charge.below)
}

/** The charges of a selection. An interface costs as much as its most expensive type. */
function chargesOf(
  type: GraphQLObjectType | null,
  abstract: readonly GraphQLObjectType[],
  nodes: readonly FieldNode[],
  reading: Reading,
): Charge[] {
  const selections = nodes.flatMap((node) => node.selectionSet?.selections ?? [])
  const each = (type ? [type] : abstract).map((possible) =>
    [...fieldsOf(possible, selections, reading)].flatMap(([key, found]) => chargeOf(possible, key, found, reading) ?? []),
  )
  return each.toSorted((a, b) => sum(b) - sum(a))[0] ?? []
}

function below(parent: GraphQLObjectType, nodes: readonly FieldNode[], reading: Reading): Charge[] {
  const type = getNamedType(parent.getFields()[nodes[0]?.name.value ?? '']?.type)
  if (isObjectType(type)) return chargesOf(type, [], nodes, reading)
  return isAbstractType(type) ? chargesOf(null, reading.schema.getPossibleTypes(type), nodes, reading) : []
}

function sizeOf(node: FieldNode, { variables }: Reading): number {
  const argument = node.arguments?.find(
    ({ name, value }) => (name.value === 'first' || name.value === 'last') && valueFromASTUntyped(value, variables) != null,
  )
  return argument ? Number(valueFromASTUntyped(argument.value, variables)) : 0
}

/** The cost of a connection's rows: `nodes` and `edges { node }` are both charged if requested. Page info and cursors are free. */
function rowsOf(connection: GraphQLObjectType, nodes: readonly FieldNode[], reading: Reading): Charge[] {
  return [
    ...fieldsOf(
      connection,
      nodes.flatMap((node) => node.selectionSet?.selections ?? []),
      reading,
    ),
  ].flatMap(([key, found]) => {
    const name = found[0]?.name.value
    if (name === 'nodes') return { key, base: 1, size: null, below: below(connection, found, reading) }
    const edge = getNamedType(connection.getFields()['edges']?.type)
    if (name !== 'edges' || !isObjectType(edge)) return []
    const inner = [
      ...fieldsOf(
        edge,
        found.flatMap((node) => node.selectionSet?.selections ?? []),
        reading,
      ),
    ]
    return inner.flatMap(([innerKey, rows]) =>
      rows[0]?.name.value === 'node' ? { key: `${key}.${innerKey}`, base: 1, size: null, below: below(edge, rows, reading) } : [],
    )
  })
}

function chargeOf(parent: GraphQLObjectType, key: string, nodes: readonly FieldNode[], reading: Reading): Charge | null {
  const name = nodes[0]?.name.value ?? ''
  const type = getNamedType(parent.getFields()[name]?.type)
  if (!nodes[0] || !type || isLeafType(type) || FREE.has(type.name)) return null
  if (isObjectType(type) && type.name.endsWith('Connection'))
    return { key, base: 2, size: sizeOf(nodes[0], reading), below: rowsOf(type, nodes, reading) }
  const isRootCount = parent === reading.schema.getQueryType() && name.endsWith('Count')
  return { key, base: isRootCount ? 10 : 1, size: null, below: below(parent, nodes, reading) }
}

/** The requested and the actual cost of one operation. */
export type Cost = { readonly requested: number; readonly actual: (data: unknown) => number }

function valueAt(row: unknown, key: string): unknown {
  return typeof row === 'object' && row !== null ? Reflect.get(row, key) : undefined
}

function rowsIn(page: unknown, key: string): unknown[] {
  const [list = '', inner] = key.split('.')
  const rows = valueAt(page, list)
  if (!Array.isArray(rows)) return []
  return inner === undefined ? rows : rows.map((row) => valueAt(row, inner))
}

/** The actual cost: the same rules for the returned rows, at most the requested cost. */
function actualOf(charge: Charge, value: unknown): number {
  if (value === null || value === undefined) return charge.base
  if (charge.size === null) {
    const one = Array.isArray(value) ? value[0] : value
    return charge.base + charge.below.reduce((total, child) => total + actualOf(child, valueAt(one, child.key)), 0)
  }
  return (
    charge.base +
    charge.below.reduce((total, row) => {
      const rows = rowsIn(value, row.key)
      const mean = rows.length === 0 ? 0 : rows.reduce<number>((all, one) => all + actualOf(row, one), 0) / rows.length
      return total + pageFactor(rows.length) * mean
    }, 0)
  )
}

const lengthAt = (value: unknown, key: string) => {
  const list = valueAt(value, key)
  return Array.isArray(list) ? list.length : 0
}

/** `productSet` costs more for each variant and each file of its input. Other mutations have neither. */
function mutationCost({ input }: Readonly<Record<string, unknown>>): number {
  return Math.ceil(10 + 0.2 * lengthAt(input, 'variants') + 1.9 * lengthAt(input, 'files'))
}

/**
 * The points of a query by rules fitted to Shopify's recorded answers: an object 1, a connection 2 plus its rows' cost times `pageFactor`,
 * a root count 10, scalars 0. A mutation costs 10, plus the cost of its input.
 */
export function costOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): Cost {
  const root = schema.getQueryType()
  if (operation.operation !== OperationTypeNode.QUERY || !root) {
    const points = mutationCost(variables)
    return { requested: points, actual: () => points }
  }
  const fragments = new Map(
    document.definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [])),
  )
  const reading = { schema, fragments, variables }
  const charges = [...fieldsOf(root, operation.selectionSet.selections, reading)].flatMap(
    ([key, nodes]) => chargeOf(root, key, nodes, reading) ?? [],
  )
  const requested = Math.max(1, sum(charges))
  const actual = (data: unknown) =>
    Math.max(1, Math.min(requested, Math.ceil(charges.reduce((total, charge) => total + actualOf(charge, valueAt(data, charge.key)), 0))))
  return { requested, actual }
}
