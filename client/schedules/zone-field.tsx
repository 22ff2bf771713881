import type { UseFormReturnType } from '@mantine/form'
import { SearchSelect } from '#client/ui/search-select.tsx'
import type { ScheduleDraft } from './draft.ts'

const known = Intl.supportedValuesOf('timeZone')
/** The zones in the list at once. The search finds the others. */
const shownAtMost = 80

/** `first`: the zones of the stores that are exported, which stand at the top of the list. */
type Props = { form: UseFormReturnType<ScheduleDraft>; first: readonly string[] }

/** The time zone that a schedule's clock is in. */
export function ZoneField({ form, first }: Props) {
  const { timezone } = form.values
  return (
    <SearchSelect
      label="Time zone"
      required
      mt="md"
      data={[...new Set([...first, timezone, 'UTC', ...known])]}
      limit={shownAtMost}
      nothingFoundMessage="No such time zone"
      {...form.getInputProps('timezone')}
    />
  )
}
