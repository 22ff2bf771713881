import { TextInput } from '@mantine/core'
import type { DayRange } from './day-range.tsx'

const firstDay = '1970-01-01'
const lastDay = '9999-12-31'

/** Whether a day is whole, or empty. Years that are still being typed (0002, 0020, 0202) are not. */
export const isWholeDay = (day: string | undefined): boolean => !day || day >= firstDay

/** Whether two whole days stand in the wrong order. */
export const isReversed = ({ from, to }: DayRange): boolean => Boolean(from && to && isWholeDay(from) && isWholeDay(to) && from > to)

type Props = {
  value: DayRange
  /** Called with every change, also while a year is being typed. */
  onChange: (range: DayRange) => void
  reversedMessage: string
  labels: Record<keyof DayRange, string>
  /** Whether a dialog or menu that opens puts the focus here. */
  isFocused?: boolean
}

/** The fields of the first and the last day. */
export function DayInputs({ value, onChange, reversedMessage, labels, isFocused = false }: Props) {
  const { from, to } = value
  const field = (side: keyof DayRange) => ({
    type: 'date',
    size: 'xs',
    min: firstDay,
    max: lastDay,
    label: labels[side],
    value: value[side] ?? '',
    'data-empty': !value[side] || undefined,
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => onChange({ ...value, [side]: currentTarget.value || undefined }),
  })
  return (
    <>
      <TextInput {...field('from')} data-autofocus={isFocused || undefined} />
      <TextInput {...field('to')} error={isReversed({ from, to }) && reversedMessage} />
    </>
  )
}
