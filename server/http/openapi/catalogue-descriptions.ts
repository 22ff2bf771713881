// Descriptions of the schemas of the copy of all stores' products. They are separate, because browsers load the schemas.

const timeOfCopy = 'As the shop had it when the copy was last refreshed.'
const copyAge = 'Of the oldest of the copies that it is made of, when the shop was last asked for changes; null: none of them is complete.'
const priceTolerance = 'How much higher, in percent, a price may be than that of another store in the same currency, before they clash.'

export const catalogueDescriptions = {
  CatalogueFilters: [
    'Which products are wanted. All filters must match; of several values of one, any.',
    { stock: 'out: all variants are counted, and none has a unit left; in: all others.' },
  ],
  CatalogueProduct: [
    `A product of one of the stores. ${timeOfCopy}`,
    {
      image: 'The address of the first picture; null where there is none.',
      priceRange: 'The lowest and the highest price of the variants, as decimal text; null without variants.',
      currency: "The store's, ISO 4217.",
      stock: 'The units of all variants together; null where the shop counts none.',
      skus: 'Those of the first variants, each once.',
    },
  ],
  CatalogueVariant: [
    'A variant of a product of the copy.',
    {
      title: 'Its option values, joined by slashes.',
      stock: 'null where the shop does not count it.',
      price: "In the store's currency, as decimal text.",
    },
  ],
  ComparedProduct: [
    'A product of the copy with all its variants.',
    { asOf: 'When its shop was last asked for changes; null: the copy of the store is not complete.' },
  ],
  SameProduct: ['A product that has something in common with another.', { by: 'What they have in common.' }],
  CatalogueProductResponse: [
    'A product, and its like.',
    {
      same: 'The products that share an SKU, a barcode or the handle with it, in the stores whose products the caller may read, the most in common first.',
      hasMore: 'Whether there are others: same has the first 50.',
      asOf: copyAge,
      incomplete: 'The stores whose copies are not complete: what these have is missing from same.',
    },
  ],
  CatalogueSearchRequest: [
    "A search of all stores' products.",
    {
      storeIds: 'Left out: all active stores whose products the caller may read.',
      search: 'Words that a product has in its title, SKUs, barcodes, vendor, tags or handle, also inside other words and without accents.',
      reverse: 'Left out: the usual direction of the sort.',
    },
  ],
  CatalogueSearchResponse: [
    'One page of products.',
    {
      asOf: copyAge,
      incomplete: 'The stores whose copies are not complete: what these have may be missing.',
      count: 'How many match, counted up to a limit.',
      isAtLeast: 'Whether more than count match.',
    },
  ],
  CatalogueChange: [
    'What has changed of a product.',
    {
      title: 'Of the product, as it was after the change.',
      kind: 'new: it was added to the shop. gone: the shop does not have it any more.',
      variant: 'The SKU or the title of the variant whose price changed; null for other changes.',
      before: 'Prices are decimal text in currency, and stock is that of all variants together; null where there was none.',
      after: 'As before.',
      currency: "ISO 4217. Of a price: the one that it changed in, as far as it is known. Of others: the store's.",
      at: 'When it was seen, by the clock of the server: up to minutes after the shop was changed.',
    },
  ],
  CatalogueChangesRequest: [
    'Which changes are wanted.',
    {
      storeIds: 'Left out: all active stores whose products the caller may read.',
      kinds: 'Left out: all.',
      productId: 'Only those of this product.',
      from: 'This instant or later.',
      until: 'Before this instant.',
    },
  ],
  CatalogueChangesCsvRequest: [
    'Which changes the file has.',
    {
      storeIds: 'Left out: all active stores whose products the caller may export.',
      kinds: 'Left out: all.',
      productId: 'Only those of this product.',
      from: 'This instant or later.',
      until: 'Before this instant.',
    },
  ],
  CatalogueChangesResponse: [
    'One page of changes, newest first.',
    { asOf: copyAge, incomplete: 'The stores without a complete copy: their changes are missing, or were not seen.' },
  ],
  ClashingVariant: [
    'A variant whose code others have, too.',
    {
      title: 'Of the product.',
      variant: 'Its option values, joined by slashes.',
      stock: 'null where the shop does not count it.',
      asOf: 'When the shop was last asked for changes.',
    },
  ],
  IgnoredClash: ['A clash that is no mistake.', { person: 'Who ignored it; null where the person is gone.', reason: 'Why it is none.' }],
  CatalogueClash: [
    'What does not fit among the variants with one code.',
    {
      by: 'What the variants have in common.',
      kinds:
        'price: different ones in one currency. double: a store has the code twice. stock: one store has none left, another has. missing: some of the stores do not have it.',
      ignored: 'What is ignored of this code.',
      variantCount: 'How many variants have the code. Where these are 500 or more, variants has the first ones of each store.',
      missingIn: 'The stores that do not have it, where missing is among the kinds.',
    },
  ],
  CatalogueClashesRequest: [
    'Which clashes are wanted.',
    {
      storeIds: 'Left out: all active stores whose products the caller may read. Stores without a complete copy are left out.',
      kinds: 'Left out: all but missing.',
      search: 'Words that the code or a title has.',
      ignored: 'true: the ignored ones in place of the others.',
    },
  ],
  CatalogueClashesCsvRequest: [
    'Which clashes the file has.',
    {
      storeIds: 'Left out: all active stores whose products the caller may export.',
      kinds: 'Left out: all but missing.',
      search: 'Words that the code or a title has.',
      ignored: 'true: the ignored ones in place of the others.',
    },
  ],
  CatalogueClashesResponse: [
    'One page of clashes. It may be short or empty although others follow.',
    {
      clashes: 'By their codes.',
      asOf: copyAge,
      incomplete: 'The stores without a complete copy, which are not compared, and those whose codes are still being compared.',
    },
  ],
  CatalogueClashIgnoreRequest: ['The clash that is no mistake.', { reason: 'Why it is none; null: it is shown again.' }],
  CatalogueClashIgnoreResponse: ['What is ignored now.', { ignored: 'null: the clash is shown again.' }],
  CatalogueStatusCount: [
    'The products of a store with one status.',
    { outOfStock: 'Those all of whose variants are counted, and of which no unit is left.' },
  ],
  SummedStore: [
    "A store's catalogue in figures.",
    { checkedAt: 'When the shop was last asked for changes.', statuses: 'Those that it has.' },
  ],
  CatalogueSummaryResponse: [
    'The catalogues of stores in figures.',
    {
      isOn: 'Whether copies are kept at all.',
      clashes: 'The number of codes that clash by kind, without ignored ones and missing ones; isAtLeast: there may be more.',
      changes: 'The number of changes by kind; isAtLeast: there may be more.',
    },
  ],
  CatalogueStore: [
    "How fresh a store's copy is.",
    {
      isOn: 'Whether a copy of this store is wanted.',
      state:
        'off: no copy is kept. waiting: nothing is there yet. filling: the shop is being read as a whole. failing: the shop could not be read, so the copy ages.',
      products: 'The number of products in the copy.',
      variants: 'The number of variants in the copy.',
      filledAt: 'When the whole catalogue was last read.',
      checkedAt: 'When the shop was last asked for changes: the copy is as old as this.',
      changedAt: 'The last change of a product that was seen.',
      comparedAt: 'When all ids and update times were last compared with the shop.',
      webhooks: 'Whether the shop tells us of changes itself.',
      webhooksReason: 'Why it does not, or what went wrong when it was last asked to, or to stop.',
      differences: 'How many products differed at that comparison.',
      problem: 'Why the last attempt failed; null otherwise.',
    },
  ],
  CatalogueStoreResponse: "How fresh one store's copy is.",
  CatalogueStoresResponse: ['How fresh the copies are.', { isOn: 'Whether copies are kept at all.', priceTolerance }],
  CatalogueStoreUpdateRequest: ['Whether a copy of the store is wanted.', { isOn: 'false removes the copy.' }],
  CatalogueSwitchResponse: ['How copies are kept.', { isOn: 'Whether they are kept at all.', priceTolerance }],
  CatalogueSwitchRequest: ['How copies are kept. What is left out stays as it is.', { isOn: 'false removes all copies.', priceTolerance }],
} as const
