/** The pictures that are taken: sharp's name of each format, and its media type. */
export const imageTypes = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  svg: 'image/svg+xml',
} as const
