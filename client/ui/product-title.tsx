import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { whenPainted } from '#client/ui/painted.ts'
import { Thumbnail } from '#client/ui/thumbnail.tsx'
import type { Product } from '#shared/products.ts'
import classes from './product-title.module.css'

type TitleProps = { title: string; onOpen: () => void; /** Default: the title. */ children?: ReactNode }

/** A product's title, which opens its panel. */
export const ProductTitleButton = ({ title, onOpen, children = title }: TitleProps) => (
  <UnstyledButton className={classes.title ?? ''} title={title} aria-haspopup="dialog" onClick={() => void whenPainted(onOpen)}>
    {children}
  </UnstyledButton>
)

type Props = Omit<TitleProps, 'title'> & { product: Pick<Product, 'title' | 'image'>; below?: ReactNode }

/** The product's picture and title, which opens its panel. */
export const ProductTitle = ({ product: { title, image }, onOpen, children, below }: Props) => (
  <div className={classes.product}>
    <Thumbnail image={image} />
    <div className={classes.titled}>
      <ProductTitleButton title={title} onOpen={onOpen}>
        {children}
      </ProductTitleButton>
      {below}
    </div>
  </div>
)
