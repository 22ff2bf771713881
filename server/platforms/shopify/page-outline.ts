import { z } from 'zod'
import { PageInfo } from './wire.ts'

/** Just enough of a page to ask for the next one; its nodes are read while that is under way. */
const Outline = z.object({ nodes: z.array(z.unknown()), pageInfo: PageInfo })
export type PageOutline = z.infer<typeof Outline>
export const PageOutline = {
  products: z.object({ products: Outline }).transform((answer) => answer.products),
  orders: z.object({ orders: Outline }).transform((answer) => answer.orders),
}
export const NodesOutline = z.object({ nodes: z.array(z.unknown()) })
