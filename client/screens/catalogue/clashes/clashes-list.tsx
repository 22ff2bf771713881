import { counted } from '#client/format/words.ts'
import { Banner } from '#client/ui/banner.tsx'
import { lazyBehind } from '#client/ui/lazy-behind.ts'
import { catalogueClashesMessages } from '#shared/catalogue-clashes-messages.ts'
import type { CatalogueClashesResponse } from '#shared/catalogue-clashes.ts'
import { PagedList } from '#client/screens/catalogue/paged-list.tsx'
import { ClashEntry } from './clash-entry.tsx'
import classes from './clashes.module.css'
import { useClashesPage } from './clashes-page.ts'
import { useClashesSearch } from './search.ts'

const NoClashes = lazyBehind(async () => (await import('./no-clashes.tsx')).NoClashes)

/** "1 code", "50 codes (more available)". */
const countText = ({ clashes, nextCursor }: CatalogueClashesResponse) =>
  counted(clashes.length, 'code') + (nextCursor === null ? '' : ' (more available)')

/** One page of the clashes. */
export const ClashesList = () => (
  <PagedList
    noun="clashes"
    failed={catalogueClashesMessages.loadFailed}
    list={useClashesSearch()}
    query={useClashesPage()}
    statusOf={(data, isStale) => (isStale ? '' : countText(data))}
  >
    {({ clashes, incomplete }, { isFetching, isStale, cursor }) => (
      <>
        {incomplete.length > 0 && (
          <Banner kind="note" mb="sm">
            {catalogueClashesMessages.notCompared(incomplete.map(({ storeName }) => storeName))}
          </Banner>
        )}
        {clashes.length === 0 ? (
          <NoClashes cursor={cursor} />
        ) : (
          <ul className={classes.list} aria-label="Clashes" aria-busy={isFetching && isStale}>
            {clashes.map((clash) => (
              <ClashEntry key={`${clash.by} ${clash.code}`} clash={clash} />
            ))}
          </ul>
        )}
      </>
    )}
  </PagedList>
)
