import { limits } from '#shared/limits.ts'

const named = (things: readonly string[]) =>
  `${things.slice(0, 10).join(', ')}${things.length > 10 ? ` and ${things.length - 10} more` : ''}`

/** The answers to calls that change a product. */
export const productMessages = {
  wouldRemove: (list: 'variants' | 'images', left: readonly string[]) =>
    `These ${list} are not in the list and would be removed: ${named(left)}. Please send them too, or removeMissing: true.`,
  changedSince: (at: string | null) =>
    `The product was changed ${at === null ? 'at an unknown time' : `at ${at}`}, after the version that you read. Please read it again.`,
  unknownVariant: 'The product has no such variant',
  unknownImage: 'The product has no such image',
  variantTwice: 'A variant is listed twice',
  imageTwice: 'An image is listed twice',
  imageUnnamed: 'Please send the id or the URL of each image',
  perhapsCreated: (failure: string) =>
    `${failure}. The product may have been created all the same: please look for it before you create it again.`,
  notDescribed: (id: string) =>
    `The product was created with the id ${id}, but the alt texts of its images could not be saved. Please edit it instead of creating it again.`,
  priceNeeded: 'A new variant needs a price',
  tooManyWithVariants: `With variants, a page has at most ${limits.maxPageSizeWithVariants} products`,
  twoPositions: 'Please send either cursor or sinceId',
} as const
