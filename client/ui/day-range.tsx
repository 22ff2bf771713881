import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'

/** Whole days such as `2026-01-31`; a side that is `undefined` is open. */
export type DayRange = { from: string | undefined; to: string | undefined }
type Props = {
  value: DayRange
  onChange: (range: DayRange) => void
  reversedMessage: string
  labels?: Record<keyof DayRange, string>
  /** Shows the fields side by side. The range is cleared from outside. */
  isInRow?: boolean
}

/** Rejects years that are still being typed (0002, 0020, 0202). */
const firstDay = '1970-01-01'
const lastDay = '9999-12-31'
const isTyped = (day: string) => day === '' || day >= firstDay

const fromTo = { from: 'From', to: 'To' }
const written = ({ from, to }: DayRange) => ({ from: from ?? '', to: to ?? '' })
const isSame = (one: DayRange, other: DayRange) => one.from === other.from && one.to === other.to

/** The typed text. A range that changes from outside replaces it. */
function useTyped(value: DayRange) {
  const [typed, setTyped] = useState(() => written(value))
  const [sent, setSent] = useState(value)
  const [seen, setSeen] = useState(value)
  if (!isSame(seen, value)) {
    setSeen(value)
    if (!isSame(sent, value)) setTyped(written(value))
  }
  return { typed, setTyped, setSent }
}

/** A From and a To date. `onChange` is called once both sides are complete days in order. */
export function DayRangeFields({ value, onChange, reversedMessage, labels = fromTo, isInRow = false }: Props) {
  const { typed, setTyped, setSent } = useTyped(value)
  const { from, to } = typed
  const isReversed = from !== '' && to !== '' && isTyped(from) && isTyped(to) && from > to

  const change = (days: typeof typed) => {
    setTyped(days)
    const isOrdered = days.from === '' || days.to === '' || days.from <= days.to
    if (!isTyped(days.from) || !isTyped(days.to) || !isOrdered) return
    const range = { from: days.from || undefined, to: days.to || undefined }
    setSent(range)
    onChange(range)
  }
  const days = { type: 'date', size: 'xs', min: firstDay, max: lastDay }
  const fields = (
    <>
      <TextInput
        {...days}
        label={labels.from}
        data-empty={from === '' || undefined}
        value={from}
        onChange={({ currentTarget }) => change({ from: currentTarget.value, to })}
        data-autofocus
      />
      <TextInput
        {...days}
        label={labels.to}
        data-empty={to === '' || undefined}
        value={to}
        onChange={({ currentTarget }) => change({ from, to: currentTarget.value })}
        error={isReversed && reversedMessage}
      />
    </>
  )
  if (isInRow)
    return (
      <Group gap={14} align="flex-start" wrap="nowrap">
        {fields}
      </Group>
    )
  return (
    <Stack gap="xs">
      {fields}
      <div>
        <Button size="compact-sm" variant="subtle" disabled={!from && !to} onClick={() => change({ from: '', to: '' })}>
          Clear
        </Button>
      </div>
    </Stack>
  )
}
