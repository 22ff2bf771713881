import type { CatalogueMedia } from '../catalogue/record.ts'
import { gid } from './world.ts'
import type { Fields } from './world.ts'

const TYPE = { IMAGE: 'MediaImage', VIDEO: 'Video', EXTERNAL_VIDEO: 'ExternalVideo' }

export const mediaFields: Fields<CatalogueMedia> = {
  id: (media) => gid(TYPE[media.kind], media.id),
  alt: (media) => media.alt,
  mediaContentType: (media) => media.kind,
  status: () => 'READY',
  preview: (media) => ({ image: media, status: 'READY' }),
}

export const mediaImageFields: Fields<CatalogueMedia> = { ...mediaFields, image: (media) => media, mimeType: () => 'image/jpeg' }

/** An image object, whose id has a separate type. A video's image is its preview. */
export const imageFields: Fields<CatalogueMedia> = {
  id: (media) => gid('ImageSource', media.id),
  url: (media) => media.url,
  src: (media) => media.url,
  originalSrc: (media) => media.url,
  altText: (media) => media.alt,
  width: (media) => media.width,
  height: (media) => media.height,
}
