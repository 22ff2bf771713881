import { ActionIcon, Button, Group, Radio, Text, VisuallyHidden } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import { api } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { useDialogCalls } from '#client/dialog-calls.ts'
import { announce } from '#client/ui/announce.ts'
import { Banner } from '#client/ui/banner.tsx'
import { useReturnFocus } from '#client/ui/return-focus.ts'
import { counted } from '#client/format/words.ts'
import { messages } from '#shared/messages.ts'
import type { Template, TemplateType } from '#shared/templates.ts'
import { focus } from './focus.ts'
import classes from './template-list.module.css'
import { refreshTemplates, useTemplates } from './templates.ts'

/** The id that stands for all columns in their own order. */
export const allFields = 'all'

type Props = {
  type: TemplateType
  /** A heading says already what this is. */
  isTitled?: boolean
  /** The label of the choice without a template. */
  allLabel: string
  chosen: string
  onAll: () => void
  onLoad: (template: Template) => void
  /** Called after a template is deleted. */
  onDeleted: (id: string) => void
}

/** Chooses all columns, or the columns of a saved template. */
export function TemplateList({ type, isTitled = false, allLabel, chosen, onAll, onLoad, onDeleted }: Props) {
  const name = useId()
  const { data, error } = useTemplates(type)
  const [asked, setAsked] = useState<string | null>(null)
  return (
    <fieldset className={classes.templates}>
      {isTitled ? (
        <VisuallyHidden component="legend">Column template</VisuallyHidden>
      ) : (
        <legend className={classes.legend}>Column template</legend>
      )}
      <Radio py={6} name={name} label={allLabel} checked={chosen === allFields} onChange={onAll} />
      {data?.templates.map((template) => (
        <div key={template.id} className={classes.row}>
          <Radio
            flex={1}
            py={6}
            name={name}
            label={template.name}
            description={counted(template.columns.length, 'column')}
            checked={chosen === template.id}
            onChange={() => onLoad(template)}
          />
          {template.canEdit && (
            <ActionIcon aria-label={`Delete template ${template.name}`} onClick={() => setAsked(template.id)}>
              <IconTrash size={15} aria-hidden />
            </ActionIcon>
          )}
          {asked === template.id && (
            <DeleteTemplate template={template} onCancel={() => setAsked(null)} onDeleted={() => onDeleted(template.id)} />
          )}
        </div>
      ))}
      {data?.templates.length === 0 && (
        <Text size="sm" c="dimmed">
          No saved templates
        </Text>
      )}
      {error && <Banner kind="error">{say(error)}</Banner>}
    </fieldset>
  )
}

type DeleteProps = { template: Template; onCancel: () => void; onDeleted: () => void }

/** Moves the focus from a row before its removal to the choice below, else to the one above. */
function focusBeside(row: Element | null | undefined) {
  const choice = row?.nextElementSibling?.querySelector('input') ?? row?.previousElementSibling?.querySelector('input')
  choice?.focus()
}

/** Asks within the dialog: a second dialog over it would close together with it. */
function DeleteTemplate({ template, onCancel, onDeleted }: DeleteProps) {
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
