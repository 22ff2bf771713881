import { clockCases } from './clock-rows.ts'
import { googleCases } from './google-rows.ts'
import { httpCases } from './http-cases.ts'
import { oddCases } from './odd-rows.ts'
import { otherCases } from './other-rows.ts'
import { outageCases } from './outage-rows.ts'
import { shapeCases } from './shape-rows.ts'
import { shopifyCases } from './shopify-rows.ts'
import { shortCases } from './short-rows.ts'
import { socketCases } from './socket-rows.ts'
import { withheldCases } from './withheld-rows.ts'
import type { Row } from './row.ts'

const all = [
  ...clockCases,
  ...googleCases,
  ...httpCases,
  ...oddCases,
  ...otherCases,
  ...outageCases,
  ...shapeCases,
  ...shopifyCases,
  ...shortCases,
  ...socketCases,
  ...withheldCases,
]

/** All cases, by their numbers. */
export const faultRows: readonly Row[] = all.toSorted((a, b) => a.number - b.number)
