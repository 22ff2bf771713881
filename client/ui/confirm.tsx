import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Banner } from './banner.tsx'
import { Dialog } from './dialog.tsx'

type Props = {
  title: string
  question: string
  /** What the action concerns besides, below the question. */
  children?: ReactNode
  /** The label of the dangerous button. */
  action: string
  /** The label of the cancel button. */
  keep?: string
  isBusy: boolean
  /** The reason why the last try failed. */
  refused?: string | undefined
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before an action that cannot be undone. */
export function Confirm({ title, question, children, action, keep = 'Cancel', isBusy, refused, onConfirm, onCancel }: Props) {
  return (
    <Dialog onClose={onCancel} title={title} size="sm">
      <Text size="md">{question}</Text>
      {children}
      {refused && (
        <Banner kind="error" mt="md">
          {refused}
        </Banner>
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onCancel} data-autofocus>
          {keep}
        </Button>
        <Button color="red.9" loading={isBusy} onClick={onConfirm}>
          {action}
        </Button>
      </Group>
    </Dialog>
  )
}
