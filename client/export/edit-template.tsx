import { Button, Checkbox, Group, TextInput } from '@mantine/core'
import { useState, type SubmitEvent } from 'react'
import { api } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { useDialogCalls } from '#client/dialog-calls.ts'
import { useReturnFocus } from '#client/ui/return-focus.ts'
import { counted } from '#client/format/words.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { TemplateUpdateRequest, type Template } from '#shared/templates.ts'
import { focus } from './focus.ts'
import classes from './template-list.module.css'
import { refreshTemplates } from './templates.ts'

type Props = {
  template: Template
  /** The columns that are chosen in the dialog. */
  columns: readonly string[]
  onCancel: () => void
  onSaved: (template: Template) => void
}

/** Renames a template, and can replace its columns by the chosen ones. It is a part of the dialog, as the question before a delete is. */
export function EditTemplate({ template, columns, onCancel, onSaved }: Props) {
  const [name, setName] = useState(template.name)
  const [takesColumns, setTakesColumns] = useState(false)
  const [mistake, setMistake] = useState('')
  useReturnFocus()
  useDialogCalls()
  const save = api.export.templates.update.useMutation({
    onSuccess: async (saved) => {
      await refreshTemplates()
      onSaved(saved.template)
    },
    onError: (error) => setMistake(say(error, messages.templates.saveFailed)),
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const request = TemplateUpdateRequest.safeParse({ id: template.id, name, ...(takesColumns && { columns }) })
    if (request.success) save.mutate(request.data)
    else setMistake(request.error.issues[0]?.message ?? messages.templates.saveFailed)
  }
  return (
    <form className={classes.question} aria-label={`Edit ${template.name}`} onSubmit={submit} noValidate>
      <TextInput
        label="Template name"
        maxLength={limits.nameLength}
        ref={focus}
        value={name}
        error={mistake}
        onChange={({ currentTarget }) => {
          setMistake('')
          setName(currentTarget.value)
        }}
      />
      <Checkbox
        label={`Replace its columns by the ${counted(columns.length, 'chosen column')}`}
        checked={takesColumns}
        disabled={columns.length === 0}
        onChange={({ currentTarget }) => setTakesColumns(currentTarget.checked)}
      />
      <Group gap="xs">
        <Button size="compact-sm" variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="compact-sm" type="submit" loading={save.isPending}>
          Save
        </Button>
      </Group>
    </form>
  )
}
