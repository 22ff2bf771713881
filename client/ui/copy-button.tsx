import { Button, Text, VisuallyHidden, type ButtonProps } from '@mantine/core'
import { useTimeout } from '@mantine/hooks'
import { useState } from 'react'
import { copyText } from './copy.ts'

const shownForMs = 2_000
const byHand = 'Select the text and press Ctrl+C (⌘C on a Mac)'

type Props = ButtonProps & { value: string; label?: string }

/** Copies a text. What came of it is read out; where the browser does not let us, it says how to do it by hand. */
export function CopyButton({ value, label = 'Copy', ...button }: Props) {
  const [hasCopied, setCopied] = useState<boolean>()
  const { start } = useTimeout(() => setCopied(undefined), shownForMs)
  async function copy() {
    const isDone = await copyText(value)
    setCopied(isDone)
    // What to do by hand stays until it is done.
    if (isDone) start()
  }
  return (
    <>
      <Button {...button} onClick={() => void copy()}>
        {hasCopied ? 'Copied' : label}
      </Button>
      <VisuallyHidden role="status">{hasCopied && 'Copied'}</VisuallyHidden>
      {hasCopied === false && (
        <Text role="alert" size="sm" c="red">
          {byHand}
        </Text>
      )}
    </>
  )
}
