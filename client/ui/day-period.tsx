import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { DatePreset, daysOfPreset, presetOfDays } from '#shared/date-presets.ts'
import type { DayRange } from './day-range.tsx'
import { periodLabels } from './period-labels.ts'

const custom = 'custom'
const presets = DatePreset.options.map((value) => ({ value, label: periodLabels[value] }))

type Props = {
  value: DayRange
  onChange: (range: DayRange) => void
  /** The time zones (IANA) of the stores that are shown. Each store counts its own days; a preset begins with those of the first. */
  zones: readonly string[]
  /** The name of no choice. */
  anyLabel?: string
}

/** Chooses whole days by a name. Days that no preset means are shown as custom, and are entered in the fields beside it. */
export function DayPeriod({ value, onChange, zones, anyLabel = 'Any time' }: Props) {
  const [zone = 'UTC'] = zones
  const [openedAt] = useState(() => new Date())
  const isEmpty = value.from === undefined && value.to === undefined
  const shown = isEmpty ? '' : (presetOfDays(value, openedAt, zone) ?? custom)
  const choose = (name: string) => {
    const preset = DatePreset.safeParse(name).data
    onChange(preset ? daysOfPreset(preset, new Date(), zone) : { from: undefined, to: undefined })
  }
  return (
    <NativeSelect
      size="xs"
      label={new Set(zones).size > 1 ? "Period (each store's own days)" : `Period (${zone})`}
      data={[{ value: '', label: anyLabel }, ...presets, ...(shown === custom ? [{ value: custom, label: 'Custom' }] : [])]}
      value={shown}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    />
  )
}
