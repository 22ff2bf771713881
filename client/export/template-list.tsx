import { ActionIcon, Radio, Text, VisuallyHidden } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { say } from '#client/failure.ts'
import { Banner } from '#client/ui/banner.tsx'
import { counted } from '#client/format/words.ts'
import type { Template, TemplateType } from '#shared/templates.ts'
import { DeleteTemplate } from './delete-template.tsx'
import { EditTemplate } from './edit-template.tsx'
import classes from './template-list.module.css'
import { useTemplates } from './templates.ts'

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
  presets: readonly { id: string; label: string; description: string; onChoose: () => void }[]
  onLoad: (template: Template) => void
  /** The columns that are chosen in the dialog. */
  columns: readonly string[]
  /** Called after a template is renamed or its columns are replaced. */
  onChanged: (template: Template) => void
  /** Called after a template is deleted. */
  onDeleted: (id: string) => void
}

/** Chooses all columns, or the columns of a saved template. */
export function TemplateList({ type, isTitled = false, allLabel, chosen, columns, onAll, presets, onLoad, onChanged, onDeleted }: Props) {
  const name = useId()
  const { data, error } = useTemplates(type)
  const [open, setOpen] = useState<{ id: string; for: 'edit' | 'delete' } | null>(null)
  const close = () => setOpen(null)
  return (
    <fieldset className={classes.templates}>
      {isTitled ? (
        <VisuallyHidden component="legend">Column template</VisuallyHidden>
      ) : (
        <legend className={classes.legend}>Column template</legend>
      )}
      <Radio py={6} name={name} label={allLabel} checked={chosen === allFields} onChange={onAll} />
      {presets.map(({ id, label, description, onChoose }) => (
        <Radio key={id} py={6} name={name} label={label} description={description} checked={chosen === id} onChange={onChoose} />
      ))}
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
            <>
              <ActionIcon aria-label={`Edit template ${template.name}`} onClick={() => setOpen({ id: template.id, for: 'edit' })}>
                <IconPencil size={15} aria-hidden />
              </ActionIcon>
              <ActionIcon aria-label={`Delete template ${template.name}`} onClick={() => setOpen({ id: template.id, for: 'delete' })}>
                <IconTrash size={15} aria-hidden />
              </ActionIcon>
            </>
          )}
          {open?.id === template.id && open.for === 'edit' && (
            <EditTemplate
              template={template}
              columns={columns}
              onCancel={close}
              onSaved={(saved) => {
                close()
                onChanged(saved)
              }}
            />
          )}
          {open?.id === template.id && open.for === 'delete' && (
            <DeleteTemplate template={template} onCancel={close} onDeleted={() => onDeleted(template.id)} />
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
