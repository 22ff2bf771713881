import sharp from 'sharp'
import type { Seen } from './probe.ts'

/** The distance of the text from the field's edge, which excludes the border and rounded corners. */
const inset = 6
/** The maximum colour difference within an empty field, of 255. */
const tolerance = 12

/** Whether a field is empty in the picture of the window. */
export async function isBlank(picture: Uint8Array, { x, y, width, height }: Pick<Seen, 'x' | 'y' | 'width' | 'height'>): Promise<boolean> {
  const text = {
    left: Math.round(x) + inset,
    top: Math.round(y) + inset,
    width: Math.round(width) - 2 * inset,
    height: Math.round(height) - 2 * inset,
  }
  // `stats()` covers the whole picture, so the part becomes a separate one.
  const { channels } = await sharp(await sharp(picture).extract(text).removeAlpha().png().toBuffer()).stats()
  return channels.every(({ min, max }) => max - min <= tolerance)
}
