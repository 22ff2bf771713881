import { use } from 'react'
import { useTableLayout } from '#client/session/list-layout.ts'
import { ProductTitle } from '#client/ui/product-title.tsx'
import type { CatalogueProduct } from '#shared/catalogue.ts'
import { foundBy } from './found-by.ts'
import { MarkedText, SearchedWords } from './marked-text.tsx'
import classes from './marked-text.module.css'

/** Below the title, what the product was found by, where the list does not show it. */
function FoundBy({ product }: { product: CatalogueProduct }) {
  const words = use(SearchedWords)
  const { columns } = useTableLayout('catalogue')
  const found = words.length > 0 ? foundBy(product, words, columns) : []
  if (found.length === 0) return null
  return (
    <div className={classes.found} title={found.join(', ')}>
      <MarkedText text={found.join(', ')} />
    </div>
  )
}

/** A product's picture and title, with the searched words marked. */
export function TitleCell({ product, onOpen }: { product: CatalogueProduct; onOpen: () => void }) {
  const { title, image } = product
  return (
    <ProductTitle
      product={{ title, image: image === null ? null : { url: image, alt: null } }}
      onOpen={onOpen}
      below={<FoundBy product={product} />}
    >
      <MarkedText text={title} />
    </ProductTitle>
  )
}
