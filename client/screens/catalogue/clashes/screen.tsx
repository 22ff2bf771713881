import { Suspense } from 'react'
import { capitalized } from '#client/format/words.ts'
import { lazyBehind } from '#client/ui/lazy-behind.ts'
import classes from '#client/ui/list.module.css'
import { SearchBox } from '#client/ui/search-box.tsx'
import { StatusTabs } from '#client/ui/status-tabs.tsx'
import { clashKindLabels } from '#shared/catalogue-clashes-messages.ts'
import { clashTabs } from '#shared/catalogue-clashes-search.ts'
import { limits } from '#shared/limits.ts'
import { FreshnessLine } from '#client/screens/catalogue/freshness-line.tsx'
import { ClashesList } from './clashes-list.tsx'
import { useClashesDownload } from './download-clashes.ts'
import { useClashesSearch } from './search.ts'
import { ClashStoresFilter } from './stores-filter.tsx'

const ClashesPanel = lazyBehind(async () => (await import('./clashes-panel.tsx')).ClashesPanel)

const labels: Readonly<Record<string, string>> = clashKindLabels
const tabs = clashTabs.map((value) => ({ value, label: labels[value] ?? capitalized(value) }))

/** What does not fit among the products of all stores with one SKU or barcode. */
export function ClashesScreen() {
  const { search, changeAndWait, searchFor } = useClashesSearch()
  const { button, failure } = useClashesDownload()
  return (
    <div className={classes.beside}>
      <div className={classes.card}>
        <StatusTabs
          label="Kind of clash"
          tabs={tabs}
          value={search.tab}
          onChange={(tab) => changeAndWait({ tab })}
          actions={
            <>
              <ClashStoresFilter />
              {button}
            </>
          }
          chips={null}
        >
          <SearchBox
            label="Search clashes"
            placeholder="Search by SKU, barcode or title"
            value={search.search}
            onSearch={searchFor}
            onCancel={null}
            pauseMs={limits.searchPauseMs}
            isFocused={false}
          />
          {failure}
          <FreshnessLine />
          <ClashesList />
        </StatusTabs>
      </div>
      {search.product && (
        <Suspense>
          <ClashesPanel id={search.product} />
        </Suspense>
      )}
    </div>
  )
}
