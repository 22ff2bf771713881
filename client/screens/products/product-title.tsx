import { IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import type { Product } from '#shared/products.ts'
import classes from './product-title.module.css'

/** The product's picture, or a placeholder where it has none or the picture cannot be had; and its title. */
export function ProductTitle({ product: { title, image } }: { product: Product }) {
  const [brokenUrl, setBrokenUrl] = useState<string>()
  const hasPicture = image && image.url !== brokenUrl
  return (
    <div className={classes.product}>
      {hasPicture ? (
        <img
          className={classes.picture}
          src={image.url}
          alt={image.alt ?? ''}
          width={36}
          height={36}
          loading="lazy"
          decoding="async"
          onError={() => setBrokenUrl(image.url)}
        />
      ) : (
        <span className={classes.picture} data-testid="image-placeholder">
          <IconPhoto size={18} stroke={1.5} aria-hidden />
        </span>
      )}
      <span className={classes.title} title={title}>
        {title}
      </span>
    </div>
  )
}
