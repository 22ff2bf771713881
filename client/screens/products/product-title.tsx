import { UnstyledButton } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import type { Product } from '#shared/products.ts'
import classes from './product-title.module.css'

/** The product's picture and title, which opens its panel. A placeholder shows while there is no picture or it cannot be loaded. */
export function ProductTitle({ product: { title, image }, onOpen }: { product: Product; onOpen: () => void }) {
  const [loadedUrl, setLoadedUrl] = useState<string>()
  return (
    <div className={classes.product}>
      <span className={classes.frame}>
        <IconPhoto size={18} stroke={1.5} aria-hidden />
        {image && (
          <img
            className={classes.picture}
            src={image.url}
            alt={image.alt ?? ''}
            width={36}
            height={36}
            loading="lazy"
            decoding="async"
            data-loaded={loadedUrl === image.url || undefined}
            onLoad={() => setLoadedUrl(image.url)}
          />
        )}
      </span>
      <UnstyledButton className={classes.title ?? ''} title={title} aria-haspopup="dialog" onClick={onOpen}>
        {title}
      </UnstyledButton>
    </div>
  )
}
