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

test('a store keeps its colour, on which white reads, and stores differ', () => {
  const colors = new Set(Array.from({ length: 200 }, (_, index) => storeColor(`store-${index}`)))
  expect(storeColor('store-7')).toBe(storeColor('store-7'))
  expect(colors.size).toBe(storeColorCount)
  expect([...colors].filter((color) => 1.05 / (luminance(color) + 0.05) < 4.5)).toEqual([])
})
