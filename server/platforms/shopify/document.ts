/**
 * A GraphQL document. The text is constant; `cost` is the most that Shopify asks for it in advance, with the largest page that
 * we ever request (requested cost of one query: at most 1,000). A test computes the costs and validates the text.
 */
export type Document = { name: string; text: string; cost: number }
