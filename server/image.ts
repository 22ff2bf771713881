import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'

const accepted = new Set(['png', 'jpeg', 'webp', 'gif', 'svg'])

function decode(embedded: string): Buffer {
  const bytes = Buffer.from(embedded.slice(embedded.indexOf(',') + 1), 'base64')
  if (bytes.length > limits.image.bytes) throw new AppError('TOO_LARGE', 'The image is larger than 20 MB.')
  return bytes
}

/**
 * An embedded image (data string), judged by its content and not by its name, as a small WebP data string that fits a square
 * of `pixels`: whatever else the file held (scripts, places, further frames) is gone. Throws IMAGE_REFUSED and TOO_LARGE.
 */
export async function reencode(embedded: string, pixels: number): Promise<string> {
  const bytes = decode(embedded)
  // Loaded with the first picture: few calls bring one, and it is a large library.
  const { default: sharp } = await import('sharp')
  // The head alone is read here, however large the picture says it is; with a limit, too large would look like unreadable.
  const { format, width, height } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => {
      throw new AppError('IMAGE_REFUSED', undefined, { cause })
    })
  if (!accepted.has(format)) throw new AppError('IMAGE_REFUSED')
  if (width * height > limits.image.pixels) throw new AppError('TOO_LARGE', 'The image has more than 25 megapixels.')
  const small = await sharp(bytes, { limitInputPixels: limits.image.pixels, failOn: 'error' })
    .rotate()
    .resize(pixels, pixels, { fit: 'inside', withoutEnlargement: true })
    .webp()
    .toBuffer()
    .catch((cause: unknown) => {
      throw new AppError('IMAGE_REFUSED', undefined, { cause })
    })
  return `data:image/webp;base64,${small.toString('base64')}`
}
