import { Text, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '#client/ui/dialog.tsx'
import type { ProductImage } from '#shared/product-detail.ts'
import classes from './pictures.module.css'

type Picture = ProductImage & { url: string }
type Props = { images: readonly ProductImage[]; title: string }

/** A product's pictures in a row. A click enlarges one. */
export function Pictures({ images, title }: Props) {
  const [enlarged, setEnlarged] = useState<Picture>()
  const pictures = images.flatMap(({ url, ...image }) => (url === null ? [] : [{ ...image, url }]))
  if (pictures.length === 0)
    return (
      <Text size="sm" c="dimmed">
        No pictures
      </Text>
    )
  return (
    <>
      <ul className={classes.pictures} aria-label="Pictures">
        {pictures.map((picture, index) => (
          <li key={picture.id}>
            <UnstyledButton
              className={classes.open ?? ''}
              aria-haspopup="dialog"
              aria-label={`Enlarge picture ${index + 1} of ${pictures.length}`}
              onClick={() => setEnlarged(picture)}
            >
              <img src={picture.url} alt="" width={88} height={88} loading="lazy" decoding="async" />
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {enlarged && (
        <Dialog title={title} size="xl" onClose={() => setEnlarged(undefined)}>
          <img className={classes.large} src={enlarged.url} alt={enlarged.alt ?? title} />
        </Dialog>
      )}
    </>
  )
}
