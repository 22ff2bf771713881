import { Box, NativeSelect } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { DeliveryField } from '#client/export/delivery-field.tsx'
import { SheetInput } from '#client/export/sheet-input.tsx'
import { useSheetTyping } from '#client/export/sheet-typing.ts'
import { ExportFormat } from '#shared/export-format.ts'
import type { JobType } from '#shared/jobs.ts'
import { formatHints, formatLabels } from '#shared/format-messages.ts'
import { scheduleMessages } from '#shared/schedule-messages.ts'
import type { ScheduleDraft, ResultTarget } from './draft.ts'

const labels: Record<ResultTarget, string> = { file: 'A file', sheet: 'A Google sheet' }
const formats = ExportFormat.options.map((value) => ({ value, label: formatLabels[value] }))
const targets = Object.entries(labels).map(([value, label]) => ({ value, label }))

type Props = { type: JobType; form: UseFormReturnType<ScheduleDraft> }

/** Where the result of each run goes, and the format of a file. */
export function TargetField({ type, form }: Props) {
  const { target, format, delivery } = form.values
  return (
    <>
      <NativeSelect label="Result" mt="md" data={targets} {...form.getInputProps('target')} />
      {target === 'file' && (
        <>
          <NativeSelect label="Format" description={formatHints[format]} mt="md" data={formats} {...form.getInputProps('format')} />
          <Box mt="md">
            <DeliveryField
              type={type}
              delivery={delivery}
              refused={form.errors['destinationId']}
              refusedName={form.errors['fileName']}
              onChange={(patch) => {
                form.clearFieldError('destinationId')
                form.setFieldValue('delivery', { ...delivery, ...patch })
              }}
            />
          </Box>
        </>
      )}
      {target === 'sheet' && <SheetUrl form={form} />}
    </>
  )
}

function SheetUrl({ form }: Pick<Props, 'form'>) {
  const { sheetUrl } = form.values
  const { access, onType } = useSheetTyping(sheetUrl)
  const mistake = form.errors['sheetUrl']
  return (
    <Box mt="md">
      <SheetInput
        value={sheetUrl}
        access={typeof mistake === 'string' ? { state: 'refused', lines: [mistake] } : access}
        description={scheduleMessages.newTab}
        onChange={(url) => {
          form.setFieldValue('sheetUrl', url)
          onType(url)
        }}
      />
    </Box>
  )
}
