import { Box, Tabs } from '@mantine/core'
import { useState } from 'react'
import { ColumnPicker } from '#client/export/column-picker.tsx'
import { ExportFields } from '#client/export/export-fields.tsx'
import { ExportFoot } from '#client/export/export-foot.tsx'
import type { ExportRun } from '#client/export/export-run.ts'
import { lastChoices } from '#client/export/last-choices.ts'
import { jobMaker } from '#client/export/job-maker.ts'
import { SaveTemplate } from '#client/export/save-template.tsx'
import { useNote } from '#client/export/use-note.ts'
import { say } from '#client/failure.ts'
import { useRepeat } from '#client/schedules/use-repeat.tsx'
import { draftKeeper } from '#client/session/kept-draft.ts'
import { useViewer } from '#client/session/viewer.ts'
import { Banner } from '#client/ui/banner.tsx'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { traits } from '#shared/platforms.ts'
import type { Store } from '#shared/stores.ts'
import { missedColumns, type Template } from '#shared/templates.ts'
import { ProductExportEstimate } from './export-estimate.tsx'
import { ProductPreview } from './export-preview.tsx'
import {
  isReady,
  newProductExport,
  productExportRequest,
  ProductExportChoices,
  type ProductExportDraft,
  type ProductExportScope,
} from './export-request.ts'
import { productExportFailure, sendProductExport } from './export-send.ts'
import { ExportSettings } from './export-settings.tsx'
import { fieldCatalogue } from './field-catalogue.ts'
import { useMarkets } from './markets.ts'
import { useMetafields } from './metafields.ts'

const useKeptDraft = draftKeeper<ProductExportDraft>('productExport')
const choices = lastChoices('productExport', ProductExportChoices)

type Props = {
  store: Store
  scope: ProductExportScope
  /** What the dialog begins with; its defaults where it is left out. */
  first?: ProductExportDraft
  run: ExportRun
  onClose: () => void
}

export function ProductExportForm({ store, scope, first, run, onClose }: Props) {
  const { id } = useViewer()
  const [draft, setDraft] = useState<ProductExportDraft>(() => first ?? { ...newProductExport(scope), ...choices.of(id) })
  useKeptDraft(
    store.id,
    () => draft,
    (kept) => setDraft({ ...draft, ...kept, mode: draft.mode }),
  )
  const [create] = useState(() => jobMaker('/products/export'))
  const [isSheetRefused, setSheetRefused] = useState(false)
  const [note, setNote] = useNote(limits.templateNoteMs)
  const [tab, setTab] = useState<string | null>('settings')
  const edit = (patch: Partial<ProductExportDraft>) => {
    run.forgive()
    setDraft((before) => ({ ...before, ...patch }))
  }

  const { label } = traits[store.platform]
  const lacking = missedColumns(store.platform, 'product', draft.fields)
  const { metafields, note: metafieldNote } = useMetafields(store, draft.fields, tab === 'columns')
  const { markets, note: marketNote } = useMarkets(store, draft.fields, tab === 'columns')
  const lackingNote = lacking.length > 0 ? messages.export.columnsLacking(label, lacking) : ''
  const notes = [lackingNote, metafieldNote, marketNote].filter((text) => text !== '')

  const saved = (template: Template) => {
    edit({ template: template.id })
    setNote(messages.templates.saved)
  }
  const send = (sent: ProductExportDraft) =>
    void run.start(async (steps) => {
      const outcome = await sendProductExport({ draft: sent, scope, steps, create })
      choices.keep(id, sent)
      return outcome
    }, productExportFailure)
  const { repeat, dialog: repeating } = useRepeat()
  const openRepeat = () => {
    try {
      repeat({ from: 'export', repeated: { type: 'product_export', request: productExportRequest(draft, scope) } })
    } catch (error) {
      setNote(say(error))
    }
  }
  const sendToBackground = () => {
    edit({ inBackground: true })
    send({ ...draft, inBackground: true })
  }
  return (
    <>
      <ExportFields
        run={run}
        notes={
          run.progress.state !== 'success' &&
          notes.map((text) => (
            <Banner key={text} kind="note" mt="md">
              {text}
            </Banner>
          ))
        }
      >
        <Tabs value={tab} onChange={setTab}>
          <Tabs.List mb="md">
            <Tabs.Tab value="settings">Settings &amp; Templates</Tabs.Tab>
            <Tabs.Tab value="columns">Columns ({draft.fields.length})</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="settings">
            <ExportSettings store={store} draft={draft} scope={scope} onEdit={edit} onNote={setNote} onSheetRefused={setSheetRefused} />
          </Tabs.Panel>
          <Tabs.Panel value="columns">
            <ColumnPicker
              type="product"
              platforms={[store.platform]}
              catalogue={fieldCatalogue(metafields, markets)}
              chosen={draft.fields}
              onChange={(fields) => edit({ fields, template: '' })}
            />
            {tab === 'columns' && (
              <Box mt="md">
                <ProductPreview draft={draft} scope={scope} />
              </Box>
            )}
          </Tabs.Panel>
        </Tabs>
      </ExportFields>
      <ExportFoot
        run={run}
        type="product_export"
        note={note}
        advice={<ProductExportEstimate draft={draft} scope={scope} onBackground={sendToBackground} />}
        isReady={isReady(draft, scope) && !isSheetRefused}
        onStart={() => send(draft)}
        onClose={onClose}
        onRepeat={openRepeat}
        isRepeating={repeating !== null}
      >
        <SaveTemplate type="product" columns={draft.fields} isOff={run.isRunning || draft.fields.length === 0} onSaved={saved} />
      </ExportFoot>
      {repeating}
    </>
  )
}
