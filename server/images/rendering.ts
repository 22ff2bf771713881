import sharp from 'sharp'
import { AppError } from '#shared/errors.ts'
import { imageMessages } from '#shared/image-messages.ts'
import { limits } from '#shared/limits.ts'
import type { ImageTask } from './answer.ts'
import { imageTypes } from './formats.ts'
import { assertSimpleSvg } from './svg.ts'

// One picture at a time is read, and it does not take every core.
sharp.concurrency(1)

function refuse(cause: unknown): never {
  throw new AppError('IMAGE_REFUSED', undefined, { cause })
}

/** The picture as a small WebP that fits a square of `pixels`. Throws IMAGE_REFUSED and TOO_LARGE. */
export async function render({ bytes, pixels }: ImageTask): Promise<Uint8Array> {
  // The head alone is read here, however large the picture says it is; with a limit, too large would look like unreadable.
  const { format, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata().catch(refuse)
  if (!Object.hasOwn(imageTypes, format)) throw new AppError('IMAGE_REFUSED')
  if (format === 'svg') assertSimpleSvg(bytes)
  if (width * height > limits.image.pixels) throw new AppError('TOO_LARGE', imageMessages.tooManyPixels)
  return sharp(bytes, { limitInputPixels: limits.image.pixels, failOn: 'error' })
    .rotate()
    .resize(pixels, pixels, { fit: 'inside', withoutEnlargement: true })
    .webp()
    .toBuffer()
    .catch(refuse)
}
