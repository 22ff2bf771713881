/**
 * A GraphQL document. The text is constant. `cost` is the maximum requested cost, with the largest page that we request (limit of one
 * query: 1,000). A test computes the costs and validates the text.
 */
export type Document = { name: string; text: string; cost: number }
