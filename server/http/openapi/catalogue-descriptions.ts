// Descriptions of the schemas of the copy of all stores' products. They are separate, because browsers load the schemas.

const timeOfCopy = 'As the shop had it when the copy was last refreshed.'

export const catalogueDescriptions = {
  CatalogueFilters: [
    'Which products are wanted. All filters must match; of several values of one, any.',
    { stock: 'in: units are left of those that are counted; out: none are.' },
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
  ComparedProduct: 'A product of the copy with all its variants.',
  SameProduct: ['A product that has something in common with another.', { by: 'What they have in common.' }],
  CatalogueProductResponse: [
    'A product, and its like.',
    { same: 'The products that share an SKU, a barcode or the handle with it, in the stores whose products the caller may read.' },
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
    { count: 'How many match, counted up to a limit.', isAtLeast: 'Whether more than count match.' },
  ],
  CatalogueChange: [
    'What has changed of a product.',
    {
      title: 'Of the product, as it was after the change.',
      kind: 'new: it was added to the shop. gone: the shop does not have it any more.',
      variant: 'The SKU or the title of the variant whose price changed; null for other changes.',
      before: 'Prices are decimal text in currency, and stock is that of all variants together; null where there was none.',
      after: 'As before.',
      currency: "The store's, ISO 4217.",
      at: 'When the shop was asked and had it so.',
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
  CatalogueChangesResponse: 'One page of changes, newest first.',
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
      differences: 'How many products differed at that comparison.',
      problem: 'Why the last attempt failed; null otherwise.',
    },
  ],
  CatalogueStoreResponse: "How fresh one store's copy is.",
  CatalogueStoresResponse: ['How fresh the copies are.', { isOn: 'Whether copies are kept at all.' }],
  CatalogueStoreUpdateRequest: ['Whether a copy of the store is wanted.', { isOn: 'false removes the copy.' }],
  CatalogueSwitchResponse: ['Whether copies are kept at all.', { isOn: 'As it is now.' }],
  CatalogueSwitchRequest: ['Whether copies are kept at all.', { isOn: 'false removes all copies.' }],
} as const
