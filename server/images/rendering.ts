import sharp from 'sharp'
import { AppError } from '#shared/errors.ts'
import { imageMessages } from '#shared/image-messages.ts'
import { limits } from '#shared/limits.ts'
import type { ImageTask } from './answer.ts'
import { imageTypes } from './formats.ts'
import { assertSimpleSvg } from './svg.ts'

// Only one image is processed at a time, and with one thread.
sharp.concurrency(1)

function refuse(cause: unknown): never {
  throw new AppError('IMAGE_REFUSED', undefined, { cause })
}

/** Converts an image to a small WebP that fits a square of `pixels`. Throws IMAGE_REFUSED and TOO_LARGE. */
export async function render({ bytes, pixels }: ImageTask): Promise<Uint8Array> {
  // Reads only the image header, so its claimed size does not matter. With a limit, sharp would report a large image as unreadable.
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
