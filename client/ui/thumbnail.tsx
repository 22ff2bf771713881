import { IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './thumbnail.module.css'

type Image = { url: string; alt: string | null }

/**
 * A small picture, loaded when it is nearly in view. Its size is fixed. A placeholder shows while there is no picture or it cannot be
 * loaded.
 */
export function Thumbnail({ image }: { image: Image | null }) {
  const [loadedUrl, setLoadedUrl] = useState<string>()
  return (
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
  )
}
