import { createHash } from 'node:crypto'
import type { Answer } from './answer.ts'

/** The base address of the catalogue's pictures. In the demo, the sandbox itself draws them. Elsewhere no server answers there. */
export const pictureBase = process.env['SANDBOX_PICTURES'] ?? 'https://cdn.example.com/s/files'

const things = [
  // a shirt, a mug, a poster, a lamp, a bag
  '<path d="M28 30l14-7q8 7 16 0l14 7 6 15-10 4v28H32V49l-10-4z"/>',
  '<path d="M30 30h34v32q0 10-10 10H40q-10 0-10-10z"/><path d="M64 38h6q8 0 8 9t-8 9h-6" fill="none" stroke-width="5"/>',
  '<path d="M30 20h40v60H30z"/><path d="M36 66l12-16 8 9 6-7 6 14z" fill="#fff8" stroke="none"/>',
  '<path d="M38 22h24l10 28H28z"/><path d="M50 50v22M38 76h24" fill="none" stroke-width="5"/>',
  '<path d="M28 40h44l4 38H24z"/><path d="M38 40v-6q0-12 12-12t12 12v6" fill="none" stroke-width="5"/>',
]

/** A simple drawing. The same address always gives the same one. */
export function picture(path: string): Answer {
  const [tint = 0, thing = 0] = createHash('sha256').update(path).digest()
  const hue = Math.round((tint / 256) * 360)
  const body = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" fill="hsl(${hue} 45% 91%)"/>
<g fill="hsl(${hue} 38% 56%)" stroke="hsl(${hue} 38% 56%)" stroke-linejoin="round" stroke-linecap="round">${things[thing % things.length]}</g></svg>`
  return { status: 200, headers: { 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=86400' }, body }
}
