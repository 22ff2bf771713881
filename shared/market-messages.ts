/** Messages about market prices in exports. They are not part of `messages`, which every screen loads. */
export const marketMessages = {
  /** The heading of the columns of a shop's markets. */
  markets: 'Market prices',
  tooMany: (max: number) => `Prices of at most ${max} markets can be exported at once`,
  unknown: (handles: readonly string[]) =>
    handles.length === 1
      ? `The store has no active market ${handles.join('')} with a country: its columns are empty`
      : `The store has no active markets ${handles.join(', ')} with a country: their columns are empty`,
  hidden: (headers: readonly string[]) =>
    `Markets are not visible (the scope read_markets is missing), and these columns are empty: ${headers.join(', ')}`,
  failed: 'Failed to load the markets of the store',
} as const
