import { Anchor, type AnchorProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'

type Props = AnchorProps & Omit<ComponentPropsWithRef<'a'>, keyof AnchorProps>

/** A link to another screen within text. The underline distinguishes it without colour. */
export const TextLink = createLink((props: Props) => <Anchor inherit underline="always" {...props} />)
