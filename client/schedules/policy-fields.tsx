import { NativeSelect, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { Schedule } from '#shared/schedules.ts'
import type { ScheduleDraft } from './draft.ts'
import classes from './schedule-form.module.css'

const missedLabels: Record<Schedule['missed'], string> = { 'run-once': 'Run once for all of them', skip: 'Leave them out' }
const overlapLabels: Record<Schedule['overlap'], string> = { skip: 'Leave the new run out', wait: 'Wait for its end' }
const choices = (labels: Record<string, string>) => Object.entries(labels).map(([value, label]) => ({ value, label }))

/** What happens to runs that cannot start in time, folded. */
export function PolicyFields({ form }: { form: UseFormReturnType<ScheduleDraft> }) {
  return (
    <details className={classes.more}>
      <summary>More</summary>
      <Stack gap="md" mt="sm">
        <NativeSelect
          label="Runs that were missed"
          description="While the server was off, for example"
          data={choices(missedLabels)}
          {...form.getInputProps('missed')}
        />
        <NativeSelect label="If the last run has not ended" data={choices(overlapLabels)} {...form.getInputProps('overlap')} />
      </Stack>
    </details>
  )
}
