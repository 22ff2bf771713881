// Examples of the columns that each shop names itself.
import type { MarketsResponse } from '#shared/markets.ts'
import type { MetafieldsResponse } from '#shared/metafields.ts'

export const shopColumnExamples: { MetafieldsResponse: MetafieldsResponse; MarketsResponse: MarketsResponse } = {
  MetafieldsResponse: {
    metafields: [
      {
        namespace: 'custom',
        key: 'care',
        name: 'Care',
        type: 'multi_line_text_field',
        column: 'metafield:custom.care',
        header: 'Care (product.metafields.custom.care)',
      },
    ],
  },
  MarketsResponse: {
    markets: [
      {
        handle: 'europe',
        name: 'Europe',
        country: 'DE',
        currency: 'EUR',
        columns: [
          { column: 'market:europe.included', header: 'Included / Europe' },
          { column: 'market:europe.price', header: 'Price / Europe' },
          { column: 'market:europe.compareAtPrice', header: 'Compare At Price / Europe' },
        ],
      },
    ],
    isHidden: false,
  },
}
