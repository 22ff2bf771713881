/** Messages about metafields in exports; part of `messages`. */
export const metafieldMessages = {
  /** The heading of a shop's metafields. */
  metafields: 'Metafields',
  columnUnknown: "Not a column of products. A metafield is written as metafield:namespace.key, a market's price as market:handle.price.",
  metafieldsTooMany: (max: number) => `At most ${max} metafields can be exported at once`,
  metafieldsUnknown: (names: readonly string[]) =>
    `The store has no definition of ${names.join(', ')}: ${names.length === 1 ? 'its column has' : 'their columns have'} only values from before, if any`,
  metafieldsFailed: 'Failed to load the metafields of the store',
} as const
