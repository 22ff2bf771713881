import { Button, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'

/** Whole days such as `2026-01-31`; a side that is `undefined` is open. */
export type DayRange = { from: string | undefined; to: string | undefined }
type Props = { value: DayRange; onChange: (range: DayRange) => void; reversedMessage: string }

/** Keeps years that are still being typed (0002, 0020, 0202) from being taken for days. */
const firstDay = '1970-01-01'
const lastDay = '9999-12-31'
const isTyped = (day: string) => day === '' || day >= firstDay

/** A From and a To date. A range is passed on as soon as both sides are whole days in order. */
export function DayRangeFields({ value, onChange, reversedMessage }: Props) {
  const [typed, setTyped] = useState({ from: value.from ?? '', to: value.to ?? '' })
  const { from, to } = typed
  const isReversed = from !== '' && to !== '' && isTyped(from) && isTyped(to) && from > to

  const change = (days: typeof typed) => {
    setTyped(days)
    const isOrdered = days.from === '' || days.to === '' || days.from <= days.to
    if (isTyped(days.from) && isTyped(days.to) && isOrdered) onChange({ from: days.from || undefined, to: days.to || undefined })
  }
  const days = { type: 'date', size: 'xs', min: firstDay, max: lastDay }
  return (
    <Stack gap="xs">
      <TextInput
        {...days}
        label="From"
        value={from}
        onChange={({ currentTarget }) => change({ from: currentTarget.value, to })}
        data-autofocus
      />
      <TextInput
        {...days}
        label="To"
        value={to}
        onChange={({ currentTarget }) => change({ from, to: currentTarget.value })}
        error={isReversed && reversedMessage}
      />
      <div>
        <Button size="compact-sm" variant="subtle" disabled={!from && !to} onClick={() => change({ from: '', to: '' })}>
          Clear
        </Button>
      </div>
    </Stack>
  )
}
