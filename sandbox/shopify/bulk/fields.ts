import type { Fields } from '../world.ts'
import { cancelOperation, findOperation, runQuery } from './operations.ts'

export const bulkQueryFields: Fields<unknown, { id: string }> = {
  bulkOperation: (_source, { id }, world, { schema }) => findOperation(world, schema, id),
}

export const bulkMutationFields: Fields<unknown, { id: string; query: string; groupObjects: boolean }> = {
  bulkOperationRunQuery: (_source, { query, groupObjects }, world, { schema }) => runQuery(world, schema, { query, groupObjects }),
  bulkOperationCancel: (_source, { id }, world) => cancelOperation(world, id),
}
