import { expect, test } from 'vitest'
import { storeColor, storeMonogram } from '#client/ui/store-look.ts'
import { storeColorCount } from '#shared/store-color.ts'

test.each([
  ['North Supply', 'NS'],
  ['Harbor & Pine', 'HP'],
  ['Lotus Sài Gòn', 'LS'],
  ['gifts', 'GI'],
  ['X', 'X'],
  ['24 hours', '2H'],
  ['  (Ünder) “new”', 'ÜN'],
  ['東京スニーカー', '東京'],
  ['&&&', '&&'],
])('%s is %s in short', (name, monogram) => {
  expect(storeMonogram(name)).toBe(monogram)
})

/** Relative luminance as defined by WCAG. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

test('stores that share no number differ in colour, and white reads on each', () => {
  const ids = Array.from({ length: storeColorCount }, (_, index) => `store-${index}`)
  const numbers = Object.fromEntries(ids.map((id, index) => [id, index]))
  const colors = new Set(ids.map((id) => storeColor(id, numbers)))
  expect(colors.size).toBe(storeColorCount)
  expect(storeColor('deleted', numbers)).toBe(storeColor('deleted', {}))
  expect([...colors].filter((color) => 1.05 / (luminance(color) + 0.05) < 4.5)).toEqual([])
})
