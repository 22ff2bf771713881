// Cases 192 to 201 and 204: wrong answers of a shop, of the storage of bulk operations, or of Google.
import { googleBusy, googleRefused, googleUnreachable, httpRow, type HttpFault } from './http-rows.ts'
import type { InjectedFault } from './fixture.ts'
import type { Row } from './row.ts'

const shopifyOnly = ['shopify'] as const
/** ShopBase answers a missing order and a missing shop with the same 404. */
const noOrder = { shopbase: { order: 'noOrder' } } as const

const silent: Omit<HttpFault, 'number' | 'what' | 'inject'> = {
  lasting: 'unreachable',
  passes: 1,
  outlastsPeople: true,
  sheet: googleUnreachable,
}
const passing: Omit<HttpFault, 'number' | 'what' | 'inject'> = { lasting: 'unreachable', passes: 2, sheet: googleUnreachable }
const final: Omit<HttpFault, 'number' | 'what' | 'inject'> = {
  lasting: 'answerInvalid',
  passes: 1,
  outlastsPeople: true,
  sheet: googleUnreachable,
}
const always = (inject: InjectedFault) => () => inject
const injected = (status: number) => googleRefused(`Injected status ${status}`)

const timing: HttpFault[] = [
  { number: 192, what: 'no first byte', inject: always({ kind: 'hang' }), ...silent },
  { number: 192, what: 'a drip of 1 byte in 200 ms', inject: always({ kind: 'slowDrip', bytes: 1, everyMs: 200 }), ...silent },
]

const broken: HttpFault[] = [
  { number: 193, what: 'reset in the body', inject: always({ kind: 'reset', share: 0.5 }), ...passing },
  { number: 193, what: 'a length that is too long', inject: always({ kind: 'wrongLength', off: 1_000 }), ...passing },
  { number: 193, what: 'no length, closed too early', inject: always({ kind: 'unframed', share: 0.5 }), ...passing },
]

const refused: HttpFault[] = [
  { number: 194, what: '401', inject: always({ kind: 'status', status: 401 }), lasting: 'rejected', sheet: googleUnreachable },
  { number: 194, what: '402', inject: always({ kind: 'status', status: 402 }), lasting: 'unavailable', sheet: injected(402) },
  {
    number: 194,
    what: '403',
    inject: always({ kind: 'status', status: 403 }),
    lasting: 'rejected',
    // On ShopBase, this means a missing permission. The address shows which one.
    on: {
      shopbase: { test: 'lacksProducts', list: 'lacksProducts', metadata: 'lacksProducts', order: 'lacksOrders', page: 'lacksProducts' },
    },
    sheet: { without: 'see 207' },
  },
  {
    number: 194,
    what: '404',
    inject: always({ kind: 'status', status: 404 }),
    lasting: 'notFound',
    on: noOrder,
    sheet: { without: 'see 207' },
  },
  { number: 194, what: '423', inject: always({ kind: 'status', status: 423 }), lasting: 'unavailable', sheet: injected(423) },
]

const busy = (retryAfter: string | undefined): InjectedFault => ({
  kind: 'status',
  status: 429,
  ...(retryAfter === undefined ? {} : { retryAfter }),
})
const patience: HttpFault[] = [
  { number: 195, what: '429, Retry-After: 2', inject: always(busy('2')), lasting: 'busy', passes: 1, waitsMs: 1_990, sheet: googleBusy },
  {
    number: 195,
    what: '429, Retry-After: a date',
    inject: (now) => busy(new Date(now + 4_000).toUTCString()),
    lasting: 'busy',
    passes: 1,
    waitsMs: 1_000,
    sheet: googleBusy,
  },
  { number: 195, what: '429 without Retry-After', inject: always(busy(undefined)), lasting: 'busy', passes: 2, sheet: googleBusy },
  { number: 195, what: '429, Retry-After: 0', inject: always(busy('0')), lasting: 'busy', passes: 2, sheet: googleBusy },
  { number: 195, what: '429, Retry-After: soon', inject: always(busy('soon')), lasting: 'busy', passes: 2, sheet: googleBusy },
]

const down: HttpFault[] = [500, 502, 503, 504].map((status) => ({
  number: 197,
  what: String(status),
  inject: always({ kind: 'status', status }),
  ...passing,
}))

const notAsAsked: HttpFault[] = [
  { number: 198, what: 'a page of HTML in a 200', inject: always({ kind: 'html' }), ...final },
  { number: 199, what: 'JSON that ends too early', inject: always({ kind: 'truncatedJson' }), ...passing },
  {
    number: 201,
    what: 'data with errors beside it',
    inject: always({ kind: 'partialErrors' }),
    ...passing,
    only: shopifyOnly,
    sheet: { without: 'Google knows no half answers' },
    without: { 'bulk download': 'a file, no GraphQL' },
  },
]

const bytes: HttpFault[] = [
  { number: 204, what: 'corrupt gzip', inject: always({ kind: 'corruptGzip' }), ...final },
  { number: 204, what: 'an unknown encoding', inject: always({ kind: 'unknownEncoding' }), ...final, sheet: 'whole' },
  { number: 204, what: 'bytes that are no UTF-8', inject: always({ kind: 'invalidUtf8' }), ...final, sheet: 'whole' },
  { number: 204, what: 'a body of 2 GB', inject: always({ kind: 'flood', bytes: 2_000_000_000 }), ...final },
  { number: 204, what: 'gzip of 100 MB', inject: always({ kind: 'gzipBomb', bytes: 100_000_000 }), ...final },
]

export const httpCases: readonly Row[] = [timing, broken, refused, patience, down, notAsAsked, bytes].flat().map(httpRow)
