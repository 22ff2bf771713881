import { Checkbox, NativeSelect } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { scheduleMessages } from '#shared/schedule-messages.ts'
import type { ScheduleDraft } from './draft.ts'

const deliversData = Object.entries(scheduleMessages.deliversLabels).map(([value, label]) => ({ value, label }))

/** Whether each run exports everything, or what changed since the last one. */
export function ChangesField({ form }: { form: UseFormReturnType<ScheduleDraft> }) {
  const isOfChanges = form.values.delivers === 'changes'
  return (
    <>
      <NativeSelect
        label="Each run exports"
        {...(isOfChanges ? { description: scheduleMessages.changesHint } : {})}
        mt="md"
        data={deliversData}
        {...form.getInputProps('delivers')}
      />
      {isOfChanges && (
        <Checkbox
          label="Also rows for what was deleted"
          description={scheduleMessages.deletedHint}
          mt="sm"
          aria-invalid={form.errors['includeDeleted'] !== undefined}
          {...form.getInputProps('includeDeleted', { type: 'checkbox' })}
        />
      )}
    </>
  )
}
