import { orderBattery } from '#tests/platforms/order-contract.ts'
import { shopbaseOrder } from '#tests/platforms/order-subject.ts'
import { shopbase } from '#tests/platforms/shopbase/subject.ts'

orderBattery({
  settings: { ...shopbase.settings, orders: 400 },
  connection: shopbase.connection,
  exported: shopbaseOrder,
  search: { text: 'guest@example.com', finds: ({ email }) => email === 'guest@example.com' },
})
