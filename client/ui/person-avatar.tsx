import { useState } from 'react'
import classes from './person-avatar.module.css'

type Props = { name: string | null; email: string; src: string | null; size: number }

/** The first letter of the name, or else of the e-mail address. */
export const initialOf = (name: string | null, email: string): string => (name?.trim() || email.trim()).charAt(0).toUpperCase() || '?'

/**
 * A person's picture, or the initial where there is none or it fails to load. Needs the name next to it. It replaces Mantine's avatar,
 * which adds 2 KB to the frame of every screen.
 */
export function PersonAvatar({ name, email, src, size }: Props) {
  const [broken, setBroken] = useState<string | null>(null)
  return (
    <span className={classes.avatar} style={{ width: size, height: size, fontSize: size * 0.4 }}>
      {src !== null && src !== broken ? <img src={src} alt="" onError={() => setBroken(src)} /> : initialOf(name, email)}
    </span>
  )
}
