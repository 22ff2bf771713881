// Changes of what a shop sells or has sold, at random, as people and programs make them.
import type { Random } from '#sandbox/catalogue/random.ts'
import type { Trade } from '#sandbox/start.ts'
import type { JobType } from '#shared/jobs.ts'

type Goods = {
  ids: () => string[]
  create: () => void
  /** Each text is another one. @param at milliseconds since 1970 */
  edit: (id: string, text: string, at: number) => void
  remove: (id: string) => void
}

const goodsOf: Record<JobType, (trade: Trade) => Goods> = {
  product_export: (trade) => ({
    ids: () => trade.catalogue().products.map(({ id }) => id),
    create: () => void trade.saveProduct(null, { title: 'New' }),
    edit: (id, text, at) => {
      const known = trade.catalogue().products.find((product) => product.id === id)
      if (known) trade.saveProduct(known, { title: text }, at)
    },
    remove: (id) => trade.removeProduct(id),
  }),
  order_export: (trade) => ({
    ids: () => trade.orders().map(({ id }) => id),
    create: () => void trade.placeOrder(),
    edit: (id, text, at) => trade.changeOrder(id, { note: text }, at),
    remove: (id) => trade.removeOrder(id),
  }),
}

/** As late as a shop may show a change that a run has not seen. */
const latestMs = 5 * 60_000
let texts = 0

/** Makes some changes. Some have the same time, some the time of minutes ago. */
export function changeSome(type: JobType, trade: Trade, random: Random) {
  const goods = goodsOf[type](trade)
  for (let left = 1 + random.int(3); left > 0; left--) {
    const ids = goods.ids()
    const [id] = random.some(ids, 1)
    const kind = random.int(10)
    if (id === undefined || kind < 2) goods.create()
    else if (kind < 4 && ids.length > 5) goods.remove(id)
    else {
      const at = trade.clock.now() - (random.chance(0.3) ? random.int(latestMs) : 0)
      for (let writes = random.chance(0.3) ? 2 : 1; writes > 0; writes--) goods.edit(id, `Text ${texts++}`, at)
    }
  }
}
