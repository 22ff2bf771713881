import { NativeSelect, Stack, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { limits } from '#shared/limits.ts'
import { scheduleMessages } from '#shared/schedule-messages.ts'
import { sheetModes } from '#shared/sheet-writing.ts'
import type { ScheduleDraft } from './draft.ts'
import type { RequestParts } from './request-parts.ts'

const { sheetModeLabels, sheetModeHints, sheetTabHint, sheetKeyHint } = scheduleMessages
const modes = sheetModes.map((value) => ({ value, label: sheetModeLabels[value] }))

type Props = { columns: RequestParts['columns']; form: UseFormReturnType<ScheduleDraft> }

/** Whether each run writes a new sheet, replaces one, or updates its rows. */
export function SheetWritingFields({ columns, form }: Props) {
  const { sheetMode } = form.values
  return (
    <Stack gap="md">
      <NativeSelect label="Each run" description={sheetModeHints[sheetMode]} data={modes} {...form.getInputProps('sheetMode')} />
      {sheetMode !== 'new' && (
        <TextInput
          label="Name of the sheet"
          description={sheetTabHint}
          autoComplete="off"
          spellCheck={false}
          maxLength={limits.nameLength}
          {...form.getInputProps('sheetTab')}
        />
      )}
      {sheetMode === 'update' && (
        <NativeSelect
          label="Rows are found by"
          description={sheetKeyHint}
          data={[{ value: '', label: 'Please choose a column' }, ...columns]}
          {...form.getInputProps('sheetKey')}
        />
      )}
    </Stack>
  )
}
