import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { DayInputs, isReversed, isWholeDay } from './day-inputs.tsx'

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

const fromTo = { from: 'From', to: 'To' }
const isSame = (one: DayRange, other: DayRange) => one.from === other.from && one.to === other.to

/** The typed days. A range that changes from outside replaces them. */
function useTyped(value: DayRange) {
  const [typed, setTyped] = useState(value)
  const [sent, setSent] = useState(value)
  const [seen, setSeen] = useState(value)
  if (!isSame(seen, value)) {
    setSeen(value)
    if (!isSame(sent, value)) setTyped(value)
  }
  return { typed, setTyped, setSent }
}

/** A From and a To date. `onChange` is called once both sides are complete days in order. */
export function DayRangeFields({ value, onChange, reversedMessage, labels = fromTo, isInRow = false }: Props) {
  const { typed, setTyped, setSent } = useTyped(value)
  const change = (days: DayRange) => {
    setTyped(days)
    if (!isWholeDay(days.from) || !isWholeDay(days.to) || isReversed(days)) return
    setSent(days)
    onChange(days)
  }
  const fields = <DayInputs value={typed} onChange={change} reversedMessage={reversedMessage} labels={labels} isFocused />
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
        <Button
          size="compact-sm"
          variant="subtle"
          disabled={!typed.from && !typed.to}
          onClick={() => change({ from: undefined, to: undefined })}
        >
          Clear
        </Button>
      </div>
    </Stack>
  )
}
