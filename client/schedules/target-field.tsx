import { Box, NativeSelect } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { DeliveryField } from '#client/export/delivery-field.tsx'
import { useIsSheet } from '#client/export/destinations.ts'
import type { SheetAccess } from '#client/export/sheet-check.ts'
import { SheetInput } from '#client/export/sheet-input.tsx'
import { useSheetTyping } from '#client/export/sheet-typing.ts'
import { ExportFormat } from '#shared/export-format.ts'
import type { JobType } from '#shared/jobs.ts'
import { formatHints, formatLabels } from '#shared/format-messages.ts'
import { messages } from '#shared/messages.ts'
import { scheduleMessages } from '#shared/schedule-messages.ts'
import type { SheetMode } from '#shared/sheet-writing.ts'
import type { ScheduleDraft, ResultTarget } from './draft.ts'
import type { RequestParts } from './request-parts.ts'
import { SheetWritingFields } from './sheet-writing-fields.tsx'

const labels: Record<ResultTarget, string> = { file: 'A file', sheet: 'A Google sheet' }
const formats = ExportFormat.options.map((value) => ({ value, label: formatLabels[value] }))
const targets = Object.entries(labels).map(([value, label]) => ({ value, label }))

type Props = { type: JobType; parts: Pick<RequestParts, 'columns' | 'lacksKey'>; form: UseFormReturnType<ScheduleDraft> }

/** Where the result of each run goes, and the format of a file. */
export function TargetField({ type, parts, form }: Props) {
  const { target, format, delivery } = form.values
  const isSheetDestination = useIsSheet(delivery.destinationId)
  const writing = <SheetWritingFields type={type} parts={parts} form={form} />
  return (
    <>
      <NativeSelect
        label="Result"
        mt="md"
        data={targets}
        value={target}
        // How one spreadsheet is written says nothing of another, and would be sent where no field shows it.
        onChange={({ currentTarget }) => form.setValues({ target: currentTarget.value === 'sheet' ? 'sheet' : 'file', sheetMode: 'new' })}
      />
      {target === 'file' && (
        <>
          {!isSheetDestination && (
            <NativeSelect label="Format" description={formatHints[format]} mt="md" data={formats} {...form.getInputProps('format')} />
          )}
          <Box mt="md">
            <DeliveryField
              type={type}
              delivery={delivery}
              refused={form.errors['destinationId']}
              refusedName={form.errors['fileName']}
              ofSheet={writing}
              onChange={(patch) => {
                form.clearFieldError('destinationId')
                if (patch.destinationId !== undefined) form.setFieldValue('sheetMode', 'new')
                form.setFieldValue('delivery', { ...delivery, ...patch })
              }}
            />
          </Box>
        </>
      )}
      {target === 'sheet' && (
        <>
          <SheetUrl form={form} />
          <Box mt="md">{writing}</Box>
        </>
      )}
    </>
  )
}

/** Whether the document may be written. A new sheet is told of only where there will be one. */
function accessFor(access: SheetAccess, mode: SheetMode): SheetAccess {
  if (access.state !== 'accessible' || mode === 'new') return access
  return { ...access, lines: access.lines.filter((line) => line !== messages.sheets.newSheet) }
}

function SheetUrl({ form }: Pick<Props, 'form'>) {
  const { sheetUrl, sheetMode } = form.values
  const access = useSheetTyping(sheetUrl)
  const mistake = form.errors['sheetUrl']
  return (
    <Box mt="md">
      <SheetInput
        value={sheetUrl}
        description={scheduleMessages.sheetUrlHint}
        access={typeof mistake === 'string' ? { state: 'refused', lines: [mistake] } : accessFor(access, sheetMode)}
        onChange={(url) => form.setFieldValue('sheetUrl', url)}
      />
    </Box>
  )
}
