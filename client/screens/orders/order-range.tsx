import { ListRange, type RangeOfList } from '#client/ui/list-range.tsx'
import type { OrderCountRequest } from '#shared/orders.ts'
import { useOrderCount } from './order-count.ts'

type Props = RangeOfList & { request: OrderCountRequest }

/** Which of all matching orders are shown. The shops count them after the page is there, so that no row waits for it. */
export const OrderRange = ({ request, ...range }: Props) => <ListRange {...range} count={useOrderCount(request)} />
