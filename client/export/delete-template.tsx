import { Button, Group, Text } from '@mantine/core'
import { useRef } from 'react'
import { api } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { useDialogCalls } from '#client/dialog-calls.ts'
import { announce } from '#client/ui/announce.ts'
import { Banner } from '#client/ui/banner.tsx'
import { useReturnFocus } from '#client/ui/return-focus.ts'
import { messages } from '#shared/messages.ts'
import type { Template } from '#shared/templates.ts'
import { focus } from './focus.ts'
import classes from './template-list.module.css'
import { refreshTemplates } from './templates.ts'

type Props = { template: Template; onCancel: () => void; onDeleted: () => void }

/** Moves the focus from a row before its removal to the choice below, else to the one above. */
function focusBeside(row: Element | null | undefined) {
  const choice = row?.nextElementSibling?.querySelector('input') ?? row?.previousElementSibling?.querySelector('input')
  choice?.focus()
}

/** Asks within the dialog: a second dialog over it would close together with it. */
export function DeleteTemplate({ template, onCancel, onDeleted }: Props) {
  const question = useRef<HTMLDivElement>(null)
  useReturnFocus()
  useDialogCalls()
  const remove = api.export.templates.remove.useMutation({
    onSuccess: async () => {
      focusBeside(question.current?.parentElement)
      await refreshTemplates()
      announce(messages.announced.templateDeleted)
      onDeleted()
    },
  })
  return (
    <div ref={question} className={classes.question} role="group" aria-label={`Delete ${template.name}`}>
      <Text size="sm">{messages.templates.deleteConfirm}</Text>
      {remove.error && <Banner kind="error">{say(remove.error, messages.templates.deleteFailed)}</Banner>}
      <Group gap="xs">
        <Button size="compact-sm" variant="default" ref={focus} onClick={onCancel}>
          Keep
        </Button>
        <Button size="compact-sm" color="red.9" loading={remove.isPending} onClick={() => remove.mutate({ id: template.id })}>
          Delete
        </Button>
      </Group>
    </div>
  )
}
