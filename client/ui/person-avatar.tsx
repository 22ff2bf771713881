import { useState } from 'react'
import classes from './person-avatar.module.css'

type Props = { name: string | null; email: string; src: string | null; size: number }

/** The first letter of the name, or else of the e-mail address. */
export const initialOf = (name: string | null, email: string): string => (name?.trim() || email.trim()).charAt(0).toUpperCase() || '?'

/**
 * Somebody's picture; their initial where there is none, or where it cannot be shown. The name stands beside it.
 * Ours, because it is in the frame of every screen and the kit's weighs 2 KB.
 */
export function PersonAvatar({ name, email, src, size }: Props) {
  const [broken, setBroken] = useState<string | null>(null)
  return (
    <span className={classes.avatar} style={{ width: size, height: size, fontSize: size * 0.4 }}>
      {src !== null && src !== broken ? <img src={src} alt="" onError={() => setBroken(src)} /> : initialOf(name, email)}
    </span>
  )
}
