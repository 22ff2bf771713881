/**
 * A GraphQL document. The text is constant. `cost` is the maximum requested cost, which the largest page has (limit per query: 1,000). A
 * test computes the costs and validates the text.
 */
export type Document = { name: string; text: string; cost: number }
