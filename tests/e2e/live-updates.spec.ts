import type { BrowserContext } from '@playwright/test'
import { expect, test } from '#tests/support/playwright.ts'

/** The connections for events that the browser has open. */
function streamsOf(context: BrowserContext): () => number {
  const open = new Set<object>()
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/v1/events') open.add(request)
  })
  context.on('requestfinished', (request) => open.delete(request))
  context.on('requestfailed', (request) => open.delete(request))
  return () => open.size
}

test('the end of a job shows in every tab, over one connection', async ({ page, context, rest, signInAs }) => {
  const streams = streamsOf(context)
  await signInAs('owner')
  const first = await context.newPage()
  await first.goto('/jobs')
  await expect.poll(streams).toBe(1)
  await page.goto('/jobs')
  // A program makes the export, so the pages do not know of it.
  const { body } = await rest('owner', 'GET', '/stores?active=true&permission=products:export')
  const storeId: string = Object(body).stores[0].id
  const query = `sku:${crypto.randomUUID()}`
  await rest('owner', 'POST', '/products/export', { storeId, config: { fields: ['Title'], filter: { search: query }, maxItemsPerFile: 1 } })
  for (const tab of [first, page]) await expect(tab.getByRole('table', { name: 'Jobs' })).toContainText(query)
  expect(streams()).toBe(1)
  await first.close()
  // Another tab takes the connection over.
  await expect.poll(streams).toBe(1)
})
