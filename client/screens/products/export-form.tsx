import { Button, Group, Tabs } from '@mantine/core'
import { useRef, useState } from 'react'
import { download } from '#client/download.ts'
import { ColumnPicker } from '#client/export/column-picker.tsx'
import type { ExportRun } from '#client/export/export-run.ts'
import { ProgressView } from '#client/export/progress-view.tsx'
import { Banner } from '#client/ui/banner.tsx'
import { messages } from '#shared/messages.ts'
import { traits } from '#shared/platforms.ts'
import { productFields } from '#shared/product-fields.ts'
import type { Store } from '#shared/stores.ts'
import classes from './export-form.module.css'
import { exportRequest, isReady, newDraft, type ExportDraft, type ExportScope } from './export-request.ts'
import { ExportSettings } from './export-settings.tsx'

/** `products_export_2026-01-31.csv`, where the server names no file. */
const fallbackName = () => `products_export_${new Date().toISOString().slice(0, 10)}.csv`

type Props = { store: Store; scope: ExportScope; run: ExportRun; onClose: () => void }

export function ExportForm({ store, scope, run, onClose }: Props) {
  const [draft, setDraft] = useState(() => newDraft(scope.selectedIds.length))
  const outcome = useRef<HTMLDivElement>(null)
  const edit = (patch: Partial<ExportDraft>) => setDraft({ ...draft, ...patch })
  const isDone = run.progress.state === 'success'

  const { label, lacks } = traits[store.platform]
  const lacking = draft.fields.filter((field) => lacks.includes(field))

  const start = () => {
    // The button goes off with the click; what happens now is read here.
    outcome.current?.focus()
    void run.start(async (steps) =>
      download('/products/export/csv', exportRequest(draft, scope), { ...steps, fallbackName: fallbackName() }),
    )
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
            <ExportSettings draft={draft} scope={scope} onEdit={edit} />
          </Tabs.Panel>
          <Tabs.Panel value="columns">
            <ColumnPicker available={productFields} chosen={draft.fields} onChange={(fields) => edit({ fields })} />
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
        <Group justify="flex-end" gap="xs">
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
