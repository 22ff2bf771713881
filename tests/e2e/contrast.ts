import type { Locator } from '@playwright/test'

/** The contrast (WCAG) between an element's border or outline and its background. */
export const contrastOf = (part: Locator, edge: 'border-top-color' | 'outline-color'): Promise<number> => part.evaluate(measure, edge)

/** Runs in the page. */
function measure(element: Element, edge: string): number {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  if (!canvas) throw new Error('no canvas')
  const luminance = (...colors: readonly string[]) => {
    for (const color of colors) {
      canvas.fillStyle = color
      canvas.fillRect(0, 0, 1, 1)
    }
    const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) => {
      const part = value / 255
      return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const grounds: string[] = []
  for (let one = element.parentElement; one; one = one.parentElement) grounds.unshift(getComputedStyle(one).backgroundColor)
  const ground = luminance('white', ...grounds)
  const line = luminance('white', ...grounds, getComputedStyle(element).getPropertyValue(edge))
  return (Math.max(ground, line) + 0.05) / (Math.min(ground, line) + 0.05)
}
