import { Suspense, type ComponentProps, type ReactNode } from 'react'
import { isDenied } from '#client/failure.ts'
import { ListFailure } from '#client/shell/list-failure.tsx'
import type { listMoves } from '#client/ui/list-moves.ts'
import { PageSizeSelect } from '#client/ui/page-size.tsx'
import { Pager } from '#client/ui/pager.tsx'
import { CentredSpinner } from '#client/ui/spinner.tsx'
import { limits } from '#shared/limits.ts'
import { useCatalogueStores } from './search.ts'

type Page = { nextCursor: string | null }
type Search = { trail: readonly string[]; limit: (typeof limits.pageSizes)[number] }
type Query<Data> = ComponentProps<typeof ListFailure>['query'] & { data: Data | undefined; isFetching: boolean; isPlaceholderData: boolean }

/** `isStale`: it belongs to the URL of before, because that of now is still loading. */
export type ShownPage = { isFetching: boolean; isStale: boolean; /** Of the next page. */ cursor: string | null }

type Props<Data> = {
  /** Such as "products". */
  noun: string
  /** The title of a failure. */
  failed: string
  list: { search: Search } & Pick<ReturnType<typeof listMoves<Search>>, 'change' | 'changeAndWait' | 'next' | 'previous'>
  query: Query<Data>
  /** How many there are, in words. */
  statusOf: (data: Data, isStale: boolean) => string
  /** Beside the status. */
  foot?: ReactNode
  children: (data: Data, page: ShownPage) => ReactNode
}

/** One page of a list about all stores' products, with paging. While another page loads, this one stays visible. */
export function PagedList<Data extends Page>({ noun, failed, list, query, statusOf, foot, children }: Props<Data>) {
  const { shown } = useCatalogueStores()
  const { search, change, changeAndWait, next, previous } = list
  const { error, isFetching, isPlaceholderData: isStale } = query
  // After a refusal, the old data is hidden.
  const data = isDenied(error) ? undefined : query.data
  const cursor = data && !error && !isStale ? data.nextCursor : null
  const hasPrevious = search.trail.length > 0
  return (
    <>
      <Suspense>
        {Boolean(error) && (data || !isFetching) && (
          <ListFailure title={failed} stores={shown} query={query} toFirstPage={hasPrevious ? () => change({}) : null} />
        )}
        {isFetching && !data && <CentredSpinner label={`Loading ${noun}`} />}
        {data && children(data, { isFetching, isStale, cursor })}
      </Suspense>
      <Pager
        status={data ? statusOf(data, isStale) : ''}
        page={search.trail.length + 1}
        hasPrevious={hasPrevious}
        hasNext={cursor !== null}
        onPrevious={previous}
        onNext={() => cursor !== null && next(cursor)}
        sizes={<PageSizeSelect sizes={limits.pageSizes} value={search.limit} onChange={(limit) => changeAndWait({ limit })} />}
      >
        {foot}
      </Pager>
    </>
  )
}
