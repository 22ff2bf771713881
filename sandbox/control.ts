import { z } from 'zod'
import { html, json } from './answer.ts'
import type { Answer } from './answer.ts'
import { Fault } from './faults.ts'
import type { Faults } from './faults.ts'
import type { RecordedRequest } from './requests.ts'
import { Tuning } from './settings.ts'
import { DocumentSettings, SheetsTuning } from './sheets/service.ts'
import type { SheetsService } from './sheets/service.ts'
import { serviceAccount } from './sheets/tokens.ts'
import type { Shop } from './shop.ts'

/** The state that the control addresses change. */
export type Controls = {
  readonly shops: readonly Shop[]
  readonly endpoints: Readonly<Record<string, string>>
  readonly requests: RecordedRequest[]
  readonly faults: Faults
  readonly tune: (change: Tuning, shop?: string) => void
  readonly sheets: SheetsService
}

const done = json(200, { ok: true })

function shopList({ shops, endpoints }: Controls): Answer {
  const list = shops.map(({ settings, costBucket, callBucket }) => ({
    ...settings,
    endpoint: endpoints[settings.host],
    pointsSpent: costBucket?.spent() ?? null,
    throttled: (settings.platform === 'shopify' ? costBucket : callBucket)?.refused() ?? null,
  }))
  return json(200, { shops: list })
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

function whenValid<Out>(schema: z.ZodType<Out>, body: string, apply: (value: Out) => void): Answer {
  const result = schema.safeParse(parsed(body))
  if (!result.success) return json(400, { error: z.prettifyError(result.error) })
  apply(result.data)
  return done
}

function tuned(body: string, { shops, tune }: Controls): Answer {
  const hosts = shops.map(({ settings }) => settings.host)
  return whenValid(Tuning.extend({ shop: z.enum(hosts).optional() }), body, ({ shop, ...change }) => tune(change, shop))
}

/** The addresses under /control. They give other processes the functions that `startSandbox` returns. */
export function answerControl(method: string, path: string, body: string, controls: Controls): Answer {
  switch (`${method} ${path}`) {
    case 'GET /control/shops':
      return shopList(controls)
    case 'GET /control/requests':
      return json(200, { requests: controls.requests })
    case 'DELETE /control/requests':
      controls.requests.length = 0
      return done
    case 'POST /control/faults':
      return whenValid(Fault, body, controls.faults.add)
    case 'DELETE /control/faults':
      controls.faults.clear()
      return done
    case 'POST /control/tune':
      return tuned(body, controls)
    case 'POST /control/sheets/documents':
      return whenValid(DocumentSettings, body, controls.sheets.share)
    case 'GET /control/sheets/key':
      return json(200, serviceAccount())
    case 'POST /control/sheets/tune':
      return whenValid(SheetsTuning, body, controls.sheets.tune)
    default:
      return json(404, { error: `no such control: ${method} ${path}` })
  }
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** The page at /, for visitors with a browser. */
export function homePage({ shops }: Controls): Answer {
  const rows = shops.map(
    ({ settings }) =>
      `<li><b>${escaped(settings.name)}</b> (${settings.platform}) ${settings.host}, ${settings.products} products, ${settings.currency}, ${settings.timezone}</li>`,
  )
  return html(
    200,
    `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Sandbox</title></head><body><h1>Sandbox</h1>
<p>This process plays the Shopify and ShopBase shops of the demo and of the tests. Nothing here is real, and nothing leaves this machine.</p>
<ul>${rows.join('\n')}</ul>
<p>It plays Google Sheets too: <a href="/spreadsheets">the spreadsheets</a>.</p></body></html>`,
  )
}
