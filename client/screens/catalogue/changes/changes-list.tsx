import { counted } from '#client/format/words.ts'
import { Banner } from '#client/ui/banner.tsx'
import { lazyBehind } from '#client/ui/lazy-behind.ts'
import { catalogueChangesMessages } from '#shared/catalogue-changes-messages.ts'
import type { CatalogueChangesResponse } from '#shared/catalogue-changes.ts'
import { PagedList } from '#client/screens/catalogue/paged-list.tsx'
import { useChangesPage } from './changes-page.ts'
import { ChangesTable } from './changes-table.tsx'
import { useChangesSearch } from './search.ts'

const NoChanges = lazyBehind(async () => (await import('./no-changes.tsx')).NoChanges)

/** "1 change", "50 changes (more available)". */
const countText = ({ changes, nextCursor }: CatalogueChangesResponse) =>
  counted(changes.length, 'change') + (nextCursor === null ? '' : ' (more available)')

/** One page of the changes. */
export const ChangesList = () => (
  <PagedList
    noun="changes"
    failed={catalogueChangesMessages.loadFailed}
    list={useChangesSearch()}
    query={useChangesPage()}
    statusOf={(data, isStale) => (isStale ? '' : countText(data))}
  >
    {({ changes, incomplete }, page) => (
      <>
        {incomplete.length > 0 && (
          <Banner kind="note" mb="sm">
            {catalogueChangesMessages.notFollowed(incomplete.map(({ storeName }) => storeName))}
          </Banner>
        )}
        {changes.length === 0 ? <NoChanges /> : <ChangesTable changes={changes} {...page} />}
      </>
    )}
  </PagedList>
)
