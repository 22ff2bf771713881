import { z } from 'zod'
import { PageInfo } from './wire.ts'

/** The part of a page that the request for the next page needs. The nodes are read while that request runs. */
const Outline = z.object({ nodes: z.array(z.unknown()), pageInfo: PageInfo })
export type PageOutline = z.infer<typeof Outline>
export const PageOutline = {
  products: z.object({ products: Outline }).transform((answer) => answer.products),
  orders: z.object({ orders: Outline }).transform((answer) => answer.orders),
}
export const NodesOutline = z.object({ nodes: z.array(z.unknown()) })
