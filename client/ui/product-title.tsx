import { UnstyledButton } from '@mantine/core'
import { whenPainted } from '#client/ui/painted.ts'
import { Thumbnail } from '#client/ui/thumbnail.tsx'
import type { Product } from '#shared/products.ts'
import classes from './product-title.module.css'

type Props = { product: Pick<Product, 'title' | 'image'>; onOpen: () => void }

/** The product's picture and title, which opens its panel. */
export const ProductTitle = ({ product: { title, image }, onOpen }: Props) => (
  <div className={classes.product}>
    <Thumbnail image={image} />
    <UnstyledButton className={classes.title ?? ''} title={title} aria-haspopup="dialog" onClick={() => void whenPainted(onOpen)}>
      {title}
    </UnstyledButton>
  </div>
)
