import { Suspense } from 'react'
import { lazyBehind } from '#client/ui/lazy-behind.ts'
import classes from '#client/ui/list.module.css'
import { FreshnessLine } from '#client/screens/catalogue/freshness-line.tsx'
import { ChangesList } from './changes-list.tsx'
import own from './changes.module.css'
import { useChangesDownload } from './download-changes.ts'
import { ChangeChips, ChangeFilterMenus } from './filters.tsx'
import { useChangesSearch } from './search.ts'

const ChangesPanel = lazyBehind(async () => (await import('./changes-panel.tsx')).ChangesPanel)

/** What has changed in the catalogues of all stores, newest first. */
export function ChangesScreen() {
  const { search } = useChangesSearch()
  const { button, failure } = useChangesDownload()
  return (
    <div className={classes.beside}>
      <div className={classes.card}>
        <div className={own.bar}>
          <ChangeFilterMenus />
          {button}
        </div>
        <ChangeChips />
        {failure}
        <FreshnessLine />
        <ChangesList />
      </div>
      {search.product && (
        <Suspense>
          <ChangesPanel id={search.product} />
        </Suspense>
      )}
    </div>
  )
}
