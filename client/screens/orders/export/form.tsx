import { Text } from '@mantine/core'
import { useState } from 'react'
import { ExportFields } from '#client/export/export-fields.tsx'
import { ExportFoot } from '#client/export/export-foot.tsx'
import type { ExportRun } from '#client/export/export-run.ts'
import { lastChoices } from '#client/export/last-choices.ts'
import { jobMaker } from '#client/export/job-maker.ts'
import { SaveTemplate } from '#client/export/save-template.tsx'
import { useSheetTyping } from '#client/export/sheet-typing.ts'
import { useNote } from '#client/export/use-note.ts'
import { say } from '#client/failure.ts'
import { useRepeat } from '#client/schedules/use-repeat.tsx'
import { draftKeeper } from '#client/session/kept-draft.ts'
import { useViewer } from '#client/session/viewer.ts'
import { Banner } from '#client/ui/banner.tsx'
import { counted } from '#client/format/words.ts'
import { can } from '#shared/access.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import type { Store } from '#shared/stores.ts'
import { begunWith, OrderExportChoices, orderExportRequest, type OrderExportDraft, type OrderExportScope } from './draft.ts'
import { OrderExportEstimate } from './estimate.tsx'
import { exportNotes } from './notes.ts'
import { orderExportFailure, sendOrderExport } from './send.ts'
import { Steps } from './steps.tsx'

const useKeptDraft = draftKeeper<OrderExportDraft>('orderExport')
const choices = lastChoices('orderExport', OrderExportChoices)

type Props = {
  stores: readonly Store[]
  scope: OrderExportScope
  /** What the dialog begins with; its defaults where it is left out. */
  first?: OrderExportDraft
  run: ExportRun
  onClose: () => void
}

export function OrderExportForm({ stores, scope, first, run, onClose }: Props) {
  const viewer = useViewer()
  const open = stores.map(({ id }) => id).filter((id) => can(viewer, 'orders.export', id))
  const [draft, setDraft] = useState<OrderExportDraft>(() => {
    const begun = first ?? begunWith(scope, choices.of(viewer.id))
    return { ...begun, storeIds: begun.storeIds.filter((id) => open.includes(id)) }
  })
  useKeptDraft(
    '',
    () => draft,
    (kept) => setDraft({ ...draft, ...kept, mode: draft.mode, storeIds: kept.storeIds.filter((id) => open.includes(id)) }),
  )
  const [create] = useState(() => jobMaker('/orders/export'))
  const sheet = useSheetTyping(draft.sheetUrl)
  const [note, setNote] = useNote(limits.orderTemplateNoteMs)
  const edit = (patch: Partial<OrderExportDraft>) => {
    run.forgive()
    setDraft((before) => ({ ...before, ...patch }))
  }

  const notes = exportNotes(draft, scope, stores)
  const send = (sent: OrderExportDraft) =>
    void run.start(async (steps) => {
      const outcome = await sendOrderExport({ draft: sent, scope, access: sheet, steps, create })
      choices.keep(viewer.id, sent)
      return outcome
    }, orderExportFailure(sent))
  const { repeat, dialog: repeating } = useRepeat()
  const openRepeat = () => {
    try {
      repeat({ from: 'export', repeated: { type: 'order_export', request: orderExportRequest(draft, scope, sheet) } })
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
          notes.length > 0 &&
          run.progress.state !== 'success' && (
            <Banner kind="note" mt="md">
              {notes.map((line) => (
                <div key={line}>{line}</div>
              ))}
            </Banner>
          )
        }
      >
        <Steps
          stores={stores}
          open={open}
          scope={scope}
          draft={draft}
          onEdit={edit}
          onNote={setNote}
          sheet={sheet}
          hasFailed={run.progress.state === 'error'}
        />
      </ExportFields>
      <ExportFoot
        run={run}
        type="order_export"
        note={note}
        advice={<OrderExportEstimate draft={draft} scope={scope} onBackground={sendToBackground} />}
        isReady
        onStart={() => send(draft)}
        onClose={onClose}
        onRepeat={openRepeat}
        isRepeating={repeating !== null}
      >
        <Text size="sm" c="dimmed">
          {counted(draft.storeIds.length, 'store')} · {counted(draft.columns.length, 'column')}
        </Text>
        <SaveTemplate
          type="order"
          label="Save Template"
          nameNeeded={messages.orderExport.templateNameNeeded}
          columns={draft.columns}
          isOff={run.isRunning || draft.columns.length === 0}
          onSaved={({ id }) => {
            edit({ template: id })
            setNote(messages.templates.saved)
          }}
        />
      </ExportFoot>
      {repeating}
    </>
  )
}
