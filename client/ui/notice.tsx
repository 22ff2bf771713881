import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'

type Props = { title: string; sentence: string; close?: string; children?: ReactNode; onClose: () => void }

/** A message that the person has to acknowledge. */
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
