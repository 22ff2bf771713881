import { Group, NativeSelect, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { weekdayNames } from '#client/format/schedule-words.ts'
import { CheckList } from '#client/ui/check-list.tsx'
import { weekdays, type Calendar } from '#shared/schedules.ts'
import { scheduleLimits } from '#shared/schedule-limits.ts'
import { scheduleMessages } from '#shared/schedule-messages.ts'
import type { ScheduleDraft } from './draft.ts'

type Every = Calendar['every']
type Props = { form: UseFormReturnType<ScheduleDraft> }

const everyLabels: Record<Every, string> = {
  hours: 'Every few hours',
  day: 'Every day',
  week: 'Weekly',
  month: 'Monthly',
  cron: 'Cron text',
}
const everyChoices = Object.entries(everyLabels).map(([value, label]) => ({ value, label }))
const monthDays = [
  ...Array.from({ length: 31 }, (_, index) => ({ value: String(index + 1), label: String(index + 1) })),
  { value: 'last', label: 'Last' },
]
const weekdayChoices = weekdays.map((value) => ({ value, label: weekdayNames[value] }))

const At = ({ form }: Props) => <TextInput type="time" label="At" required {...form.getInputProps('at')} />

/** The usual numbers, and one that a program has set. */
const numbers = (usual: readonly number[], current: string) =>
  [...new Set([...usual, Number(current)])].toSorted((one, other) => one - other).map(String)

const Hours = ({ form }: Props) => (
  <>
    <NativeSelect label="Hours" data={numbers([1, 2, 3, 4, 6, 8, 12], form.values.hours)} {...form.getInputProps('hours')} />
    <NativeSelect
      label="At minute"
      data={numbers([0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55], form.values.minute)}
      {...form.getInputProps('minute')}
    />
  </>
)

const MonthDay = ({ form }: Props) => (
  <>
    <NativeSelect label="Day" data={monthDays} {...form.getInputProps('monthDay')} />
    <At form={form} />
  </>
)

const Cron = ({ form }: Props) => (
  <TextInput
    label="Cron text"
    description={scheduleMessages.cronHint}
    required
    w="100%"
    maxLength={scheduleLimits.cronLength}
    spellCheck={false}
    {...form.getInputProps('expression')}
  />
)

/** The fields beside the choice of how often. */
const besides: Record<Every, (props: Props) => ReactNode> = { hours: Hours, day: At, week: At, month: MonthDay, cron: Cron }

/** How often a schedule runs, and at which time. */
export function CalendarFields({ form }: Props) {
  const { every, weekdays: chosen } = form.values
  const Beside = besides[every]
  return (
    <>
      <Group gap="md" align="flex-start" mt="md">
        <NativeSelect label="How often" flex="1 1 160px" data={everyChoices} {...form.getInputProps('every')} />
        <Beside form={form} />
      </Group>
      {every === 'week' && (
        <CheckList
          legend="Days"
          choices={weekdayChoices}
          chosen={chosen}
          mistake={form.errors['weekdays']}
          onChoose={(days) => form.setFieldValue('weekdays', days)}
        />
      )}
    </>
  )
}
