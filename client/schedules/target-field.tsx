import { Box, NativeSelect } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { SheetInput } from '#client/export/sheet-input.tsx'
import { useSheetTyping } from '#client/export/sheet-typing.ts'
import { ExportFormat } from '#shared/export-format.ts'
import { formatHints, formatLabels } from '#shared/format-messages.ts'
import { scheduleMessages } from '#shared/schedule-messages.ts'
import type { ScheduleDraft, ResultTarget } from './draft.ts'

const labels: Record<ResultTarget, string> = { file: 'A file', sheet: 'A Google sheet' }
const formats = ExportFormat.options.map((value) => ({ value, label: formatLabels[value] }))
const targets = Object.entries(labels).map(([value, label]) => ({ value, label }))

type Props = { form: UseFormReturnType<ScheduleDraft> }

/** Where the result of each run goes, and the format of a file. */
export function TargetField({ form }: Props) {
  const { target, format } = form.values
  return (
    <>
      <NativeSelect label="Result" mt="md" data={targets} {...form.getInputProps('target')} />
      {target === 'file' && (
        <NativeSelect label="Format" description={formatHints[format]} mt="md" data={formats} {...form.getInputProps('format')} />
      )}
      {target === 'sheet' && <SheetUrl form={form} />}
    </>
  )
}

function SheetUrl({ form }: Props) {
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
