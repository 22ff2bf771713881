import sharp from 'sharp'
import type { Seen } from './probe.ts'

/** Where a field's text stands: its border and rounded corners are left out. */
const inset = 6
/** How far a colour may be from the ground to count as nothing written, of 255. */
const tolerance = 12

/** Whether nothing is written in a field, as the picture of the window shows it. */
export async function isBlank(picture: Uint8Array, { x, y, width, height }: Pick<Seen, 'x' | 'y' | 'width' | 'height'>): Promise<boolean> {
  const text = {
    left: Math.round(x) + inset,
    top: Math.round(y) + inset,
    width: Math.round(width) - 2 * inset,
    height: Math.round(height) - 2 * inset,
  }
  // Figures are those of a whole picture, so that the part has to become one.
  const { channels } = await sharp(await sharp(picture).extract(text).removeAlpha().png().toBuffer()).stats()
  return channels.every(({ min, max }) => max - min <= tolerance)
}
