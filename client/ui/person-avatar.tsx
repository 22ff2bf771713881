import { Avatar } from '@mantine/core'

type Props = { name: string | null; email: string; src: string | null; size: number }

/** The first letter of the name, or else of the e-mail address. */
export const initialOf = (name: string | null, email: string): string => (name?.trim() || email.trim()).charAt(0).toUpperCase() || '?'

/** Somebody's picture; their initial where there is none, or where it cannot be shown. The name stands beside it. */
export function PersonAvatar({ name, email, src, size }: Props) {
  return (
    <Avatar src={src} alt="" size={size} radius="50%" color="brand">
      {initialOf(name, email)}
    </Avatar>
  )
}
