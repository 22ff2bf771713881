import { Button, Text, VisuallyHidden, type ButtonProps } from '@mantine/core'
import { useTimeout } from '@mantine/hooks'
import { useState } from 'react'
import { copyText } from './copy.ts'

const shownForMs = 2_000
const byHand = 'Select the text and press Ctrl+C (⌘C on a Mac)'

type Props = ButtonProps & { value: string; label?: string; 'aria-keyshortcuts'?: string | undefined }

/** Copies a text and announces the result. Where the browser refuses, it shows how to copy by hand. */
export function CopyButton({ value, label = 'Copy', ...button }: Props) {
  const [hasCopied, setCopied] = useState<boolean>()
  const { start } = useTimeout(() => setCopied(undefined), shownForMs)
  async function copy() {
    const isDone = await copyText(value)
    setCopied(isDone)
    // The instruction to copy by hand stays visible.
    if (isDone) start()
  }
  return (
    <>
      <Button {...button} onClick={() => void copy()}>
        {hasCopied ? 'Copied' : label}
      </Button>
      <VisuallyHidden role="status">{hasCopied && 'Copied'}</VisuallyHidden>
      {hasCopied === false && (
        <Text role="alert" size="sm" c="var(--mantine-color-error)">
          {byHand}
        </Text>
      )}
    </>
  )
}
