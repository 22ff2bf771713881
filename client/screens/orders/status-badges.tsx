import { StateBadge } from '#client/ui/state-badge.tsx'
import { statusWords } from '#client/format/words.ts'

const paymentColors = new Map([
  ['paid', 'green'],
  ['pending', 'orange'],
  ['authorized', 'blue'],
  ['partially_paid', 'orange'],
  ['partially_refunded', 'grape'],
  ['refunded', 'gray'],
  ['voided', 'gray'],
  ['expired', 'red'],
])
const fulfillmentColors = new Map([
  ['fulfilled', 'green'],
  ['partial', 'blue'],
  ['unfulfilled', 'orange'],
])

/** Statuses outside the filters are shown as the platform says them. */
export const PaymentBadge = ({ status }: { status: string | null }) =>
  status && <StateBadge label={statusWords(status)} color={paymentColors.get(status) ?? 'gray'} />

export const FulfillmentBadge = ({ status }: { status: string }) => (
  <StateBadge label={statusWords(status)} color={fulfillmentColors.get(status) ?? 'gray'} />
)
