import { Box, NativeSelect } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { SheetInput } from '#client/export/sheet-input.tsx'
import { useSheetTyping } from '#client/export/sheet-typing.ts'
import { scheduleMessages } from '#shared/schedule-messages.ts'
import type { ScheduleDraft, ResultTarget } from './draft.ts'

const labels: Record<ResultTarget, string> = { file: 'A file to download', sheet: 'A Google sheet' }
const targets = Object.entries(labels).map(([value, label]) => ({ value, label }))

type Props = { form: UseFormReturnType<ScheduleDraft> }

/** Where the result of each run goes. */
export function TargetField({ form }: Props) {
  return (
    <>
      <NativeSelect label="Result" mt="md" data={targets} {...form.getInputProps('target')} />
      {form.values.target === 'sheet' && <SheetUrl form={form} />}
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
