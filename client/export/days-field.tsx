import { Group } from '@mantine/core'
import { DayInputs } from '#client/ui/day-inputs.tsx'
import { DayPeriod } from '#client/ui/day-period.tsx'
import type { DayRange } from '#client/ui/day-range.tsx'

type Props = {
  value: DayRange
  /** Called with every change, also while a year is being typed. */
  onChange: (days: DayRange) => void
  /** The time zones (IANA) of the stores that are exported. */
  zones: readonly string[]
  labels: Record<keyof DayRange, string>
  reversedMessage: string
}

/** The days that an export covers, by a name or by two dates. */
export function DaysField({ value, onChange, zones, labels, reversedMessage }: Props) {
  return (
    <Group gap="sm" align="flex-start" mt="sm" ml={32}>
      <DayPeriod value={value} onChange={onChange} zones={zones} />
      <Group gap="sm" align="flex-start" wrap="nowrap">
        <DayInputs value={value} onChange={onChange} labels={labels} reversedMessage={reversedMessage} />
      </Group>
    </Group>
  )
}
