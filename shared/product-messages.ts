const named = (things: readonly string[]) =>
  `${things.slice(0, 10).join(', ')}${things.length > 10 ? ` and ${things.length - 10} more` : ''}`

/** What a call that changes a product is answered with. */
export const productMessages = {
  wouldRemove: (list: 'variants' | 'images', left: readonly string[]) =>
    `These ${list} are not in the list and would be removed: ${named(left)}. Please send them too, or removeMissing: true.`,
  changedSince: (at: string | null) =>
    `The product was changed ${at === null ? 'at a time that the shop does not tell' : `at ${at}`}, after the version that was read. Please read it again.`,
  unknownVariant: 'The product has no such variant',
  unknownImage: 'The product has no such image',
  variantTwice: 'A variant is named twice',
  imageTwice: 'An image is named twice',
  imageUnnamed: 'Please name an image by its id or its URL',
  notDescribed: (id: string) =>
    `The product was made and has the id ${id}, but the alt texts of its images could not be saved. Please change it instead of making it again.`,
  priceNeeded: 'A new variant needs a price',
} as const
