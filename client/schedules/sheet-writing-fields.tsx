import { NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { JobType } from '#shared/jobs.ts'
import { limits } from '#shared/limits.ts'
import { scheduleMessages } from '#shared/schedule-messages.ts'
import { keyReach } from '#shared/sheet-keys.ts'
import { sheetModes } from '#shared/sheet-writing.ts'
import type { ScheduleDraft } from './draft.ts'
import type { RequestParts } from './request-parts.ts'

const { sheetModeLabels, sheetModeHints, sheetTabHint, sheetKeyHint, sheetKeyHints, sheetKeyMissing } = scheduleMessages
const modes = sheetModes.map((value) => ({ value, label: sheetModeLabels[value] }))

type Props = { type: JobType; parts: Pick<RequestParts, 'columns' | 'lacksKey'>; form: UseFormReturnType<ScheduleDraft> }

/** Whether each run writes a new sheet, replaces one, or updates its rows. */
export function SheetWritingFields({ type, parts: { columns, lacksKey }, form }: Props) {
  const { sheetMode, sheetKey } = form.values
  return (
    <Stack gap="md">
      <NativeSelect label="Each run" description={sheetModeHints[sheetMode]} data={modes} {...form.getInputProps('sheetMode')} />
      {sheetMode !== 'new' && (
        <TextInput
          label="Name of the sheet"
          required
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
          required
          description={sheetKey === '' ? sheetKeyHint : `${sheetKeyHint} ${sheetKeyHints[keyReach(type, sheetKey)]}`}
          data={[{ value: '', label: 'Please choose a column' }, ...columns]}
          {...form.getInputProps('sheetKey')}
        />
      )}
      {sheetMode === 'update' && sheetKey !== '' && lacksKey(sheetKey) && (
        <Text size="sm" role="alert" c="var(--mantine-color-error)">
          {sheetKeyMissing[type]}
        </Text>
      )}
    </Stack>
  )
}
