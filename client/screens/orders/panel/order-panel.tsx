import { api } from '#client/api.ts'
import { reasonOf } from '#client/failure.ts'
import { LoadFailure } from '#client/ui/load-failure.tsx'
import { SidePanel } from '#client/ui/side-panel.tsx'
import { CentredSpinner } from '#client/ui/spinner.tsx'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import type { Store } from '#shared/stores.ts'
import { WholeOrder } from './whole-order.tsx'

type Props = { store: Store; orderId: string; onClose: () => void }

/** The details of one order, in a panel over the list. */
export function OrderPanel({ store, orderId, onClose }: Props) {
  const { data, error, isFetching, refetch } = api.orders.get.useQuery({ storeId: store.id, orderId }, { staleTime: limits.ordersCacheMs })
  const body = () => {
    if (data) return <WholeOrder order={data.order} zone={store.timezone} />
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
    <SidePanel title={data ? `Order ${data.order.orderName}` : 'Order'} onClose={onClose}>
      {body()}
    </SidePanel>
  )
}
