import { z } from 'zod'
import { ALTERATIONS } from './alterations.ts'

const when = {
  /** Only requests to this shop (its host). */
  shop: z.string().optional(),
  /** Only this operation: a GraphQL operation's name, or a path such as "/admin/products.json". */
  operation: z.string().optional(),
  /** Lets this many matching requests pass first. */
  after: z.int().min(0).optional(),
  /** Strikes this many times, then never again. */
  times: z.int().positive().optional(),
  /** Strikes this share of the matching requests, from 0 to 1. The selection is the same in each run. */
  probability: z.number().min(0).max(1).optional(),
}

/** A fault in a shop's answers. Without conditions, it strikes every request. */
export const Fault = z.discriminatedUnion('kind', [
  /** An HTTP status instead of the answer. `retryAfter` is sent unchanged, malformed or not. */
  z.strictObject({ ...when, kind: z.literal('status'), status: z.int().min(400).max(599), retryAfter: z.string().optional() }),
  z.strictObject({
    ...when,
    kind: z.literal('redirect'),
    status: z.union([z.literal(301), z.literal(302), z.literal(303), z.literal(307), z.literal(308)]),
    location: z.string(),
  }),
  /** Shopify's THROTTLED in a 200. */
  z.strictObject({ ...when, kind: z.literal('throttled') }),
  /** A 200 with an HTML page, as from a proxy or a password page. */
  z.strictObject({ ...when, kind: z.literal('html') }),
  /** JSON that ends too early, with a matching length. */
  z.strictObject({ ...when, kind: z.literal('truncatedJson') }),
  /** Moves the first object of a JSONL file, with its child lines, to the end. */
  z.strictObject({ ...when, kind: z.literal('firstLast') }),
  /** Valid JSON of an unexpected shape. */
  z.strictObject({ ...when, kind: z.literal('wrongShape') }),
  /** The true data with an error. */
  z.strictObject({ ...when, kind: z.literal('partialErrors') }),
  /** The page's end cursor equals the requested one, and there is always a next page. Shopify only. */
  z.strictObject({ ...when, kind: z.literal('repeatedCursor') }),
  /** No rows, but always a next page. */
  z.strictObject({ ...when, kind: z.literal('emptyPage') }),
  /** Removes some rows of a full page after it was cut: its last ones, or those in its middle. */
  z.strictObject({
    ...when,
    kind: z.literal('shortPage'),
    rows: z.int().positive().default(1),
    from: z.enum(['end', 'middle']).default('end'),
  }),
  /** Increases every count by this number. */
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
  /** Google only: the connection ends without an answer, and the request is carried out when a test says so. Shops never carry it out. */
  z.strictObject({ ...when, kind: z.literal('late') }),
  z.strictObject({ ...when, kind: z.literal('wrongLength'), off: z.int().default(1000) }),
  /** A JSON text of this many bytes, uncompressed. */
  z.strictObject({ ...when, kind: z.literal('hugeBody'), bytes: z.int().positive() }),
  /** A gzip body that unpacks to this many bytes. */
  z.strictObject({ ...when, kind: z.literal('gzipBomb'), bytes: z.int().positive() }),
  /** The true answer in a shape that contradicts its schema, or from another version of the API. */
  z.strictObject({ ...when, kind: z.literal('altered'), how: z.enum(ALTERATIONS) }),
  /** For requests with a cursor: Shopify's answer to an expired cursor. */
  z.strictObject({ ...when, kind: z.literal('staleCursor') }),
  /** Whole lines are missing at the end. The length matches. */
  z.strictObject({ ...when, kind: z.literal('missingLines'), share: z.number().min(0).max(1).default(0.5) }),
  /** Sends neither length nor end, and closes after this share of the body. */
  z.strictObject({ ...when, kind: z.literal('unframed'), share: z.number().min(0).max(1).default(0.5) }),
  z.strictObject({ ...when, kind: z.literal('corruptGzip') }),
  z.strictObject({ ...when, kind: z.literal('unknownEncoding') }),
  /** The true answer with bytes that are not UTF-8. */
  z.strictObject({ ...when, kind: z.literal('invalidUtf8') }),
  /** A body of this many bytes that is streamed until the client disconnects. */
  z.strictObject({ ...when, kind: z.literal('flood'), bytes: z.int().positive() }),
])
export type Fault = z.infer<typeof Fault>

/** The properties of a request that faults match. */
type Target = { readonly shop: string; readonly operation: string; readonly path: string }

export type Faults = {
  /** Returns a function that removes the fault. */
  add: (fault: z.input<typeof Fault>) => () => void
  clear: () => void
  /** The fault that strikes this request. If several match, the oldest one. */
  next: (target: Target) => Fault | null
}

type Armed = { readonly fault: Fault; seen: number; injected: number }

const fits = ({ shop, operation }: Fault, target: Target) =>
  (shop === undefined || shop === target.shop) && (operation === undefined || operation === target.operation || operation === target.path)

/** Numbers from 0 to 1 that are evenly spread from the start, so that a share of 0.3 strikes 3 of 10. */
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
