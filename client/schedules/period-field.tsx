import { NativeSelect } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { dayInWords } from '#client/format/words.ts'
import type { DayRange } from '#client/ui/day-range.tsx'
import { scheduleMessages } from '#shared/schedule-messages.ts'
import type { ScheduleDraft } from './draft.ts'
import { periods, relativeLabels } from './periods.ts'

/** `days`: fixed days of the export. */
type Props = { form: UseFormReturnType<ScheduleDraft>; days: DayRange }

const inWords = ({ from, to }: DayRange) => scheduleMessages.fixedDays(from && dayInWords(from), to && dayInWords(to))

/** Which days each run exports. They move with the calendar. */
export function PeriodField({ form, days }: Props) {
  const none = { value: '', label: days.from || days.to ? inWords(days) : 'Any time' }
  const others = form.getInitialValues().period === 'other' ? [{ value: 'other', label: 'As a program has set it' }] : []
  return (
    <NativeSelect
      label="Created"
      description={form.values.period === 'lastRun' ? scheduleMessages.lastRunHint : scheduleMessages.periodHint}
      mt="md"
      data={[none, ...periods.map((value) => ({ value, label: relativeLabels[value] })), ...others]}
      {...form.getInputProps('period')}
    />
  )
}
