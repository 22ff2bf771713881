import type { CatalogueProduct } from '#shared/catalogue.ts'
import type { ListColumn } from '#shared/list-layout.ts'
import { hasWord } from '#shared/marked-text.ts'

type Found = Pick<CatalogueProduct, 'title' | 'skus' | 'vendor' | 'tags' | 'handle'>

/**
 * What of a product contains searched words that the list does not show: "Tag silk". Of its first SKUs, vendor, tags and handle; what a
 * word has in common with a barcode is not known here. @param shown the columns beside the title
 */
export function foundBy(product: Found, words: readonly string[], shown: readonly ListColumn<'catalogue'>[]): string[] {
  const { title, skus, vendor, tags, handle } = product
  const places = [
    { name: 'SKU', values: skus, isShown: shown.includes('skus') },
    { name: 'Vendor', values: [vendor], isShown: shown.includes('vendor') },
    { name: 'Tag', values: tags, isShown: shown.includes('tags') },
    { name: 'Handle', values: [handle], isShown: false },
  ]
  const found = words.flatMap((word) => {
    if (hasWord(title, word)) return []
    for (const { name, values, isShown } of places) {
      const value = values.find((one) => hasWord(one, word))
      if (value !== undefined) return isShown ? [] : [`${name} ${value}`]
    }
    return []
  })
  return [...new Set(found)]
}
