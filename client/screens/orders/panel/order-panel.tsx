import { api } from '#client/api.ts'
import { isDenied, reasonOf } from '#client/failure.ts'
import { useOrderPage } from '#client/screens/orders/order-page.ts'
import { useOrderSearch } from '#client/screens/orders/search.ts'
import { DetailPanel } from '#client/ui/detail-panel.tsx'
import { LoadFailure } from '#client/ui/load-failure.tsx'
import { neighboursOf } from '#client/ui/neighbours.ts'
import { CentredSpinner } from '#client/ui/spinner.tsx'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import type { Store } from '#shared/stores.ts'
import { WholeOrder } from './whole-order.tsx'

type Props = { /** Those of the list. */ stores: readonly Store[]; store: Store; orderId: string }

/** The details of one order beside the list, with the way to the orders above and below it. */
export function OrderPanel({ stores, store, orderId }: Props) {
  const { open } = useOrderSearch()
  const page = useOrderPage(stores)
  const { data, error, isFetching, refetch } = api.orders.get.useQuery({ storeId: store.id, orderId }, { staleTime: limits.ordersCacheMs })
  const body = () => {
    // After a refusal, the old data is hidden.
    if (data && !isDenied(error)) return <WholeOrder order={data.order} store={store} />
    if (isFetching || !error) return <CentredSpinner label="Loading order" />
    return (
      <LoadFailure
        title={messages.orders.orderLoadFailed}
        sentence={reasonOf(error, messages.orders.unknownError)}
        retry={() => void refetch()}
      />
    )
  }
  return (
    <DetailPanel
      title={data ? `Order ${data.order.orderName}` : 'Order'}
      noun="order"
      neighbours={neighboursOf(
        page.data?.orders ?? [],
        (order) => order.storeId === store.id && order.platformOrderId === orderId,
        (order) => open({ storeId: order.storeId, orderId: order.platformOrderId }),
      )}
      onClose={() => open(undefined)}
    >
      {body()}
    </DetailPanel>
  )
}
