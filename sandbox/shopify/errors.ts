import { BREAK, getNamedType, Kind, TypeInfo, visit, visitWithTypeInfo } from 'graphql'
import type { ASTNode, DocumentNode, GraphQLError, GraphQLSchema } from 'graphql'

/** An error in Shopify's format. */
export type ErrorBody = {
  readonly message: string
  readonly locations?: readonly { line: number; column: number }[]
  readonly path?: readonly (string | number)[]
  readonly extensions?: Readonly<Record<string, unknown>>
}

export function parseError(error: GraphQLError): ErrorBody {
  const locations = error.locations ?? []
  const where = locations.map(({ line, column }) => ` at [${line}, ${column}]`).join('')
  const reason = error.message.replace(/^Syntax Error: /, '').replace(/\.$/, '')
  const what = reason.endsWith('<EOF>') ? 'unexpected end of file' : reason.charAt(0).toLowerCase() + reason.slice(1)
  return { message: `syntax error, ${what}${where}`, locations, extensions: { code: 'PARSE_ERROR' } }
}

/** The path of a node in the format of Shopify's validation: ["query Name", "products", "nodes", "x"]. */
function pathTo(document: DocumentNode, target: ASTNode): string[] {
  let path: string[] = []
  visit(document, {
    enter(node, _key, _parent, _path, ancestors) {
      if (node !== target) return undefined
      const chain = [...ancestors.filter((one): one is ASTNode => !Array.isArray(one)), node]
      path = chain.flatMap((one) => {
        if (one.kind === Kind.OPERATION_DEFINITION) return one.name ? `${one.operation} ${one.name.value}` : one.operation
        if (one.kind === Kind.FRAGMENT_DEFINITION) return `fragment ${one.name.value}`
        if (one.kind === Kind.INLINE_FRAGMENT) return one.typeCondition ? `... on ${one.typeCondition.name.value}` : '...'
        return one.kind === Kind.FIELD ? (one.alias ?? one.name).value : one.kind === Kind.ARGUMENT ? one.name.value : []
      })
      return BREAK
    },
  })
  return path
}

/** The parent type and the own type of a node's field. */
function typesAt(schema: GraphQLSchema, document: DocumentNode, target: ASTNode): { parent: string; own: string } {
  const info = new TypeInfo(schema)
  const found = { parent: '', own: '' }
  visit(
    document,
    visitWithTypeInfo(info, {
      enter(node) {
        if (node !== target) return undefined
        found.parent = info.getParentType()?.name ?? ''
        found.own = getNamedType(info.getType())?.name ?? ''
        return BREAK
      },
    }),
  )
  return found
}

/** A failed validation in Shopify's words where they are known, otherwise in graphql-js's words. */
export function validationError(schema: GraphQLSchema, document: DocumentNode, error: GraphQLError): ErrorBody {
  const node = error.nodes?.[0]
  const locations = error.locations ?? []
  if (!node) return { message: error.message, locations }
  const path = pathTo(document, node)
  const { parent, own } = typesAt(schema, document, node)
  const name = node.kind === Kind.FIELD || node.kind === Kind.ARGUMENT ? node.name.value : ''
  const body = (message: string, extensions: Record<string, unknown>) => ({ message, locations, path, extensions })
  if (error.message.startsWith('Cannot query field')) {
    return body(`Field '${name}' doesn't exist on type '${parent}'`, { code: 'undefinedField', typeName: parent, fieldName: name })
  }
  if (error.message.includes('must have a selection of subfields')) {
    const message = `Field must have selections (field '${name}' returns ${own} but has no selections. Did you mean '${name} { ... }'?)`
    return body(message, { code: 'selectionMismatch', nodeName: `field '${name}'`, typeName: own })
  }
  if (error.message.startsWith('Unknown argument')) {
    const field = path.at(-2) ?? ''
    return body(`Field '${field}' doesn't accept argument '${name}'`, {
      code: 'argumentNotAccepted',
      name: field,
      typeName: 'Field',
      argumentName: name,
    })
  }
  return body(error.message, { code: 'argumentLiteralsIncompatible' })
}

/** A variable with the wrong type. */
export function variableError(error: GraphQLError): ErrorBody {
  const node = error.nodes?.[0]
  const name = node?.kind === Kind.VARIABLE_DEFINITION ? node.variable.name.value : (/\$(\w+)/.exec(error.message)?.[1] ?? '')
  const type =
    node?.kind === Kind.VARIABLE_DEFINITION && node.type.loc ? node.type.loc.source.body.slice(node.type.loc.start, node.type.loc.end) : ''
  const explanation = / was not provided\.| must not be null\./.test(error.message) ? 'Expected value to not be null' : error.message
  return {
    message: `Variable $${name} of type ${type} was provided invalid value`,
    locations: error.locations ?? [],
    extensions: { code: 'INVALID_VARIABLE', value: null, problems: [{ path: [], explanation }] },
  }
}

/** An error of a resolver. An error without a code is a bug of the sandbox. */
export function executionError(error: GraphQLError): ErrorBody {
  const extensions = 'code' in error.extensions ? error.extensions : { code: 'INTERNAL_SERVER_ERROR' }
  return { message: error.message, locations: error.locations ?? [], extensions, path: error.path ?? [] }
}
