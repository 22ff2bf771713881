import { Button, Group, Tabs, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { ColumnPicker } from '#client/export/column-picker.tsx'
import type { ExportRun } from '#client/export/export-run.ts'
import { ProgressView } from '#client/export/progress-view.tsx'
import { SaveTemplate } from '#client/export/save-template.tsx'
import { useNote } from '#client/export/use-note.ts'
import { Banner } from '#client/ui/banner.tsx'
import { messages } from '#shared/messages.ts'
import { traits } from '#shared/platforms.ts'
import { productFields } from '#shared/product-fields.ts'
import type { Store } from '#shared/stores.ts'
import type { Template } from '#shared/templates.ts'
import classes from './export-form.module.css'
import { isReady, newDraft, type ExportDraft, type ExportScope } from './export-request.ts'
import { createSender } from './export-send.ts'
import { ExportSettings } from './export-settings.tsx'

type Props = { store: Store; scope: ExportScope; run: ExportRun; onClose: () => void }

export function ExportForm({ store, scope, run, onClose }: Props) {
  const [draft, setDraft] = useState(() => newDraft(scope.selectedIds.length))
  const [send] = useState(createSender)
  const [note, setNote] = useNote()
  const outcome = useRef<HTMLDivElement>(null)
  const edit = (patch: Partial<ExportDraft>) => setDraft((before) => ({ ...before, ...patch }))
  const isDone = run.progress.state === 'success'

  const { label, lacks } = traits[store.platform]
  const lacking = draft.fields.filter((field) => lacks.includes(field))

  const saved = ({ id }: Template) => {
    edit({ template: id })
    setNote(messages.templates.saved)
  }
  const start = () => {
    // The button goes off with the click; what happens now is read here.
    outcome.current?.focus()
    void run.start(async (steps) => send({ draft, scope, steps }))
  }
  return (
    <>
      <fieldset className={classes.fields} disabled={run.isRunning || isDone}>
        <Tabs defaultValue="settings">
          <Tabs.List mb="md">
            <Tabs.Tab value="settings">Settings &amp; Templates</Tabs.Tab>
            <Tabs.Tab value="columns">Columns ({draft.fields.length})</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="settings">
            <ExportSettings draft={draft} scope={scope} onEdit={edit} onNote={setNote} />
          </Tabs.Panel>
          <Tabs.Panel value="columns">
            <ColumnPicker available={productFields} chosen={draft.fields} onChange={(fields) => edit({ fields, template: '' })} />
          </Tabs.Panel>
        </Tabs>
      </fieldset>
      {lacking.length > 0 && !isDone && (
        <Banner kind="note" mt="md">
          {messages.export.columnsLacking(label, lacking)}
        </Banner>
      )}
      <footer className={classes.foot}>
        <div ref={outcome} tabIndex={-1} className={classes.outcome}>
          <ProgressView progress={run.progress} />
        </div>
        <Text size="sm" role="status" className={classes.note ?? ''}>
          {note}
        </Text>
        <Group justify="flex-end" gap="xs">
          {!isDone && (
            <Group mr="auto" flex={1}>
              <SaveTemplate type="product" columns={draft.fields} isOff={run.isRunning || draft.fields.length === 0} onSaved={saved} />
            </Group>
          )}
          <Button variant="default" onClick={onClose}>
            {isDone ? 'Close' : 'Cancel'}
          </Button>
          {!isDone && (
            <Button disabled={run.isRunning || !isReady(draft, scope)} onClick={start}>
              Start Export
            </Button>
          )}
        </Group>
      </footer>
    </>
  )
}
