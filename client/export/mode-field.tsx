import { Radio, Stack } from '@mantine/core'
import { z } from 'zod'

export const ExportMode = z.enum(['selected', 'all'])
export type ExportMode = z.infer<typeof ExportMode>

type Props = { mode: ExportMode; onChange: (mode: ExportMode) => void; selectedCount: number; isFiltered: boolean }

/** What is exported: the chosen rows, or everything that the list's filters let through. */
export function ModeField({ mode, onChange, selectedCount, isFiltered }: Props) {
  return (
    <Radio.Group label="Export mode" value={mode} onChange={(value) => onChange(ExportMode.parse(value))}>
      <Stack gap="xs" mt={6}>
        <Radio value="selected" label={`Selected (${selectedCount})`} />
        <Radio
          value="all"
          label="All Filtered"
          description={isFiltered ? 'Everything that matches the current search and filters' : 'Everything in this store: no filter is set'}
        />
      </Stack>
    </Radio.Group>
  )
}
