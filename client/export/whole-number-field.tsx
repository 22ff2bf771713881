import { TextInput } from '@mantine/core'
import { boundedInteger } from '#shared/export.ts'

type Bounds = { min: number; max: number; default: number }
type Props = { label: string; description: string; bounds: Bounds; value: string; onChange: (typed: string) => void }

/** A whole number in range. An invalid value is reset to the default on blur. */
export function WholeNumberField({ label, description, bounds, value, onChange }: Props) {
  return (
    <TextInput
      label={label}
      description={description}
      inputMode="numeric"
      maxLength={9}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onBlur={() => onChange(String(boundedInteger(value, bounds)))}
    />
  )
}
