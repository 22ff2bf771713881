import type { Document } from '#server/platforms/shopify/document.ts'

const operation = 'id status objectCount rootObjectCount fileSize url'

/** `groupObjects` is required: only in grouped files do children directly follow their parents. */
export const startBulk: Document = {
  name: 'StartBulk',
  cost: 10,
  text: `mutation StartBulk($query: String!) {
  bulkOperationRunQuery(query: $query, groupObjects: true) { bulkOperation { ${operation} } userErrors { message code } }
}`,
}

export const pollBulk: Document = {
  name: 'PollBulk',
  cost: 1,
  text: `query PollBulk($id: ID!) { bulkOperation(id: $id) { ${operation} } }`,
}

export const cancelBulk: Document = {
  name: 'CancelBulk',
  cost: 10,
  text: `mutation CancelBulk($id: ID!) { bulkOperationCancel(id: $id) { bulkOperation { id status } userErrors { message } } }`,
}
