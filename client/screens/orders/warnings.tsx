import { Button } from '@mantine/core'
import { EditStores } from '#client/shell/edit-stores.tsx'
import { Banner } from '#client/ui/banner.tsx'
import type { Store } from '#shared/stores.ts'
import { searchNotes } from './filters/request.ts'
import { useOrderSearch } from './search.ts'
import classes from './warnings.module.css'

type Props = { stores: readonly Store[]; warnings: readonly string[]; onRetry: (() => void) | null }

/** Which stores' orders are missing, and why; what the search box says already is not said twice. `onRetry` asks for them again. */
export function Warnings({ stores, warnings, onRetry }: Props) {
  const { search } = useOrderSearch()
  const said = search.search ? searchNotes(stores) : []
  const untold = warnings.filter((warning) => !said.includes(warning))
  if (untold.length === 0) return null
  return (
    <div className={classes.warnings}>
      <Banner kind="note">
        {untold.map((warning) => (
          <div key={warning}>{warning}</div>
        ))}
        <EditStores stores={stores} said={untold} />
        {onRetry && (
          <Button variant="default" size="xs" mt={4} onClick={onRetry}>
            Retry
          </Button>
        )}
      </Banner>
    </div>
  )
}
