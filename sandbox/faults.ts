import { z } from 'zod'
import { ALTERATIONS } from './alterations.ts'

const when = {
  /** Only this shop's requests (its host). */
  shop: z.string().optional(),
  /** Only this operation: a GraphQL operation's name, or a path such as "/admin/products.json". */
  operation: z.string().optional(),
  /** Lets this many fitting requests pass first. */
  after: z.int().min(0).optional(),
  /** Strikes this often, then never again. */
  times: z.int().positive().optional(),
  /** Strikes this share of the fitting requests, from 0 to 1; which ones is the same in each run. */
  probability: z.number().min(0).max(1).optional(),
}

/** Something that goes wrong with a shop's answers. Without conditions it strikes every request. */
export const Fault = z.discriminatedUnion('kind', [
  /** An HTTP status in place of the answer. `retryAfter` is sent as it is, malformed or not. */
  z.strictObject({ ...when, kind: z.literal('status'), status: z.int().min(400).max(599), retryAfter: z.string().optional() }),
  z.strictObject({
    ...when,
    kind: z.literal('redirect'),
    status: z.union([z.literal(301), z.literal(302), z.literal(303), z.literal(307), z.literal(308)]),
    location: z.string(),
  }),
  /** Shopify's THROTTLED inside a 200. */
  z.strictObject({ ...when, kind: z.literal('throttled') }),
  /** A 200 with an HTML page, as from a proxy or a password page. */
  z.strictObject({ ...when, kind: z.literal('html') }),
  /** JSON that ends too early, with a matching length. */
  z.strictObject({ ...when, kind: z.literal('truncatedJson') }),
  /** Of a file with a thing on each line, the first one stands at the end, with what hangs on it. */
  z.strictObject({ ...when, kind: z.literal('firstLast') }),
  /** Valid JSON of another shape than was asked for. */
  z.strictObject({ ...when, kind: z.literal('wrongShape') }),
  /** The true data, and an error beside it. */
  z.strictObject({ ...when, kind: z.literal('partialErrors') }),
  /** The page's end cursor is the one that was asked with, and there is always a next page. Shopify only. */
  z.strictObject({ ...when, kind: z.literal('repeatedCursor') }),
  /** No rows, but there is always a next page. */
  z.strictObject({ ...when, kind: z.literal('emptyPage') }),
  /** Some rows are taken out of a full page after it was cut, so that it is short: its last ones, or those in its middle. */
  z.strictObject({
    ...when,
    kind: z.literal('shortPage'),
    rows: z.int().positive().default(1),
    from: z.enum(['end', 'middle']).default('end'),
  }),
  /** Whatever is counted, there is said to be so much more of it. */
  z.strictObject({ ...when, kind: z.literal('countTooHigh'), by: z.int().positive() }),
  z.strictObject({
    ...when,
    kind: z.literal('slowDrip'),
    bytes: z.int().positive().default(1),
    everyMs: z.number().positive().default(200),
  }),
  /** The connection is reset after this share of the body; 0 is before the first byte. */
  z.strictObject({ ...when, kind: z.literal('reset'), share: z.number().min(0).max(1).default(0) }),
  z.strictObject({ ...when, kind: z.literal('hang') }),
  z.strictObject({ ...when, kind: z.literal('wrongLength'), off: z.int().default(1000) }),
  /** A JSON text of this many bytes, sent as it is. */
  z.strictObject({ ...when, kind: z.literal('hugeBody'), bytes: z.int().positive() }),
  /** A gzip body that unpacks to this many bytes. */
  z.strictObject({ ...when, kind: z.literal('gzipBomb'), bytes: z.int().positive() }),
  /** The true answer in another shape than its schema says, or from another version of the API. */
  z.strictObject({ ...when, kind: z.literal('altered'), how: z.enum(ALTERATIONS) }),
  /** Where a cursor was asked with: Shopify's answer to one that it does not take any more. */
  z.strictObject({ ...when, kind: z.literal('staleCursor') }),
  /** Whole lines are missing at the end, with a matching length. */
  z.strictObject({ ...when, kind: z.literal('missingLines'), share: z.number().min(0).max(1).default(0.5) }),
  /** Says neither its length nor its end, and closes after this share of the body. */
  z.strictObject({ ...when, kind: z.literal('unframed'), share: z.number().min(0).max(1).default(0.5) }),
  z.strictObject({ ...when, kind: z.literal('corruptGzip') }),
  z.strictObject({ ...when, kind: z.literal('unknownEncoding') }),
  /** The true answer with bytes in it that are no UTF-8. */
  z.strictObject({ ...when, kind: z.literal('invalidUtf8') }),
  /** A body of this many bytes that nobody has to hold, until the client has enough. */
  z.strictObject({ ...when, kind: z.literal('flood'), bytes: z.int().positive() }),
])
export type Fault = z.infer<typeof Fault>

/** A request as faults see it. */
type Target = { readonly shop: string; readonly operation: string; readonly path: string }

export type Faults = {
  /** Answers what takes it away again. */
  add: (fault: z.input<typeof Fault>) => () => void
  clear: () => void
  /** The fault that strikes this request, the one added first where several fit. */
  next: (target: Target) => Fault | null
}

type Armed = { readonly fault: Fault; seen: number; injected: number }

const fits = ({ shop, operation }: Fault, target: Target) =>
  (shop === undefined || shop === target.shop) && (operation === undefined || operation === target.operation || operation === target.path)

/** Numbers from 0 to 1 that spread evenly from the first on, so that a share of 0.3 strikes 3 of 10. */
const golden = (n: number) => (n * 0.6180339887498949) % 1

export function openFaults(): Faults {
  let armed: Armed[] = []
  const strikes = (one: Armed) => {
    const { after = 0, times = Infinity, probability = 1 } = one.fault
    one.seen++
    if (one.seen <= after || one.injected >= times || golden(one.seen) >= probability) return false
    one.injected++
    return true
  }
  return {
    add: (fault) => {
      const one = { fault: Fault.parse(fault), seen: 0, injected: 0 }
      armed.push(one)
      return () => {
        armed = armed.filter((other) => other !== one)
      }
    },
    clear: () => {
      armed = []
    },
    next: (target) => armed.find((one) => fits(one.fault, target) && strikes(one))?.fault ?? null,
  }
}
