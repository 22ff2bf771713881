import { Anchor, type AnchorProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'

type Props = AnchorProps & Omit<ComponentPropsWithRef<'a'>, keyof AnchorProps>

/** A link to another screen within text: underlined, so that it is told from the text without its colour. */
export const TextLink = createLink((props: Props) => <Anchor inherit underline="always" {...props} />)
