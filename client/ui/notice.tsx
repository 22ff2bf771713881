import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'

type Props = { title: string; sentence: string; close?: string; children?: ReactNode; onClose: () => void }

/** Says something that must be seen before going on. */
export function Notice({ title, sentence, close = 'OK', children, onClose }: Props) {
  return (
    <Dialog onClose={onClose} title={title} size="sm">
      <Text size="md">{sentence}</Text>
      {children}
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose} data-autofocus>
          {close}
        </Button>
      </Group>
    </Dialog>
  )
}
