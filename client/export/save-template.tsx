import { Button, TextInput } from '@mantine/core'
import { useState, type SubmitEvent } from 'react'
import { api } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { TemplateCreateRequest, type Template, type TemplateType } from '#shared/templates.ts'
import { focus } from './focus.ts'
import classes from './template-list.module.css'
import { refreshTemplates } from './templates.ts'

type Props = {
  type: TemplateType
  columns: readonly string[]
  isOff: boolean
  onSaved: (template: Template) => void
  label?: string
  /** The message about an empty name. */
  nameNeeded?: string
}

/** Keeps the chosen columns, in their order, under a name for the team. */
export function SaveTemplate({
  type,
  columns,
  isOff,
  onSaved,
  label = 'Save as Template',
  nameNeeded = messages.templates.nameNeeded,
}: Props) {
  const [name, setName] = useState<string | null>(null)
  const [mistake, setMistake] = useState('')
  const save = api.export.templates.create.useMutation({
    onSuccess: async ({ template }) => {
      await refreshTemplates()
      setName(null)
      onSaved(template)
    },
    onError: (error) => setMistake(say(error, messages.templates.saveFailed)),
  })
  if (name === null)
    return (
      // After a save, this button replaces the form and gets the focus.
      <Button variant="subtle" px="xs" disabled={isOff} ref={save.isSuccess ? focus : null} onClick={() => setName('')}>
        {label}
      </Button>
    )

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (name.trim() === '') return setMistake(nameNeeded)
    const request = TemplateCreateRequest.safeParse({ name, type, columns })
    if (request.success) save.mutate(request.data)
    else setMistake(request.error.issues[0]?.message ?? messages.templates.saveFailed)
  }
  return (
    <form className={classes.save} onSubmit={submit} noValidate>
      <TextInput
        aria-label="Template name"
        placeholder="Template name"
        maxLength={limits.nameLength}
        ref={focus}
        value={name}
        error={mistake}
        onChange={({ currentTarget }) => {
          setMistake('')
          setName(currentTarget.value)
        }}
      />
      <Button type="submit" variant="default" loading={save.isPending} disabled={isOff}>
        {label}
      </Button>
    </form>
  )
}
