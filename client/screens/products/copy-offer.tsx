import { api } from '#client/api.ts'
import { relativeTime } from '#client/format/relative-time.ts'
import { useNow } from '#client/jobs/use-now.ts'
import { ButtonLink } from '#client/ui/button-link.tsx'
import type { Store } from '#shared/stores.ts'

type Props = { store: Store; search: string }

/** Leads to the copy of a store whose shop does not answer, and says how old it is. */
export function CopyOffer({ store, search }: Props) {
  const { data, dataUpdatedAt } = api.products.catalogue.stores.useQuery({}, { retryOnMount: false })
  const now = useNow(dataUpdatedAt)
  const copy = data?.stores.find(({ storeId }) => storeId === store.id)
  const asOf = copy?.checkedAt ?? copy?.filledAt
  if (!data?.isOn || !copy || copy.products === 0 || !asOf) return null
  return (
    <ButtonLink to="/products/all" search={{ stores: [store.id], search }}>
      Show the copy from {relativeTime(asOf, now)}
    </ButtonLink>
  )
}
