import type { Page, Request, Route } from '@playwright/test'
import type { Answer } from '#tests/support/answer.ts'

const callsIn = (address: string) => new URL(address).pathname.replace('/trpc/', '').split(',')
const carries = (call: string) => (url: URL) => url.pathname.startsWith('/trpc/') && callsIn(url.href).includes(call)

type Change = (answer: Answer) => Answer

/** Changes the server's answers to some calls, alone or in a batch, which may contain a call several times. */
export async function changeAnswers(page: Page, changes: Readonly<Record<string, Change>>) {
  const isChanged = (url: URL) => Object.keys(changes).some((call) => carries(call)(url))
  await page.route(isChanged, async (route: Route) => {
    const response = await route.fetch()
    const body: Answer | Answer[] = await response.json()
    const calls = callsIn(route.request().url())
    const changed = (answer: Answer, index = 0) => changes[calls[index] ?? '']?.(answer) ?? answer
    await route.fulfill({ response, json: Array.isArray(body) ? body.map(changed) : changed(body) })
  })
}

/** Changes the server's answer to one call. For two calls of one batch, use `changeAnswers`: only the last route answers a request. */
export const changeAnswer = (page: Page, call: string, change: Change) => changeAnswers(page, { [call]: change })

/** Delays a call until the returned function is called. */
export async function holdBack(page: Page, address: string | ((url: URL) => boolean)): Promise<() => void> {
  const gate = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await gate.promise
    await route.continue()
  })
  return gate.resolve
}

export const trpc = carries

/** Collects the inputs of later requests for a call. */
export function sentCalls(page: Page, call: string): unknown[] {
  const inputs: unknown[] = []
  page.on('request', (request: Request) => {
    if (!carries(call)(new URL(request.url()))) return
    const body: Record<string, unknown> = request.postDataJSON() ?? {}
    const isBatch = request.url().includes('batch=1')
    for (const [index, name] of callsIn(request.url()).entries()) if (name === call) inputs.push(isBatch ? body[String(index)] : body)
  })
  return inputs
}

/** Keeps the store choice inside the page. Tests share the demo's people and expect the first store. */
export const forgetStore = (page: Page) =>
  page.route(carries('profile.chooseStore'), (route) => route.fulfill({ json: [{ result: { data: {} } }] }))
