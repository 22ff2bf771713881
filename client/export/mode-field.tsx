import { Radio, Stack } from '@mantine/core'
import { z } from 'zod'
import { counted } from '#client/format/words.ts'

export const ExportMode = z.enum(['selected', 'all'])
export type ExportMode = z.infer<typeof ExportMode>

/** What a choice exports, with the number of items where it is known. */
export const withCount = (what: string, count: number | null | undefined, noun: string): string =>
  count === null || count === undefined ? what : `${what} (${counted(count, noun)})`

type Choice = { label: string; description?: string }
type Props = {
  /** A heading says already what this is. */
  isTitled?: boolean
  mode: ExportMode
  onChange: (mode: ExportMode) => void
  selected: Choice
  all: Choice
}

/** What is exported: the chosen rows, or everything that the list's filters let through. */
export function ModeField({ isTitled = false, mode, onChange, selected, all }: Props) {
  return (
    <Radio.Group
      {...(isTitled ? { 'aria-label': 'Export mode' } : { label: 'Export mode' })}
      value={mode}
      onChange={(value) => onChange(ExportMode.parse(value))}
    >
      <Stack gap="xs" mt={6}>
        <Radio value="selected" {...selected} />
        <Radio value="all" {...all} />
      </Stack>
    </Radio.Group>
  )
}
