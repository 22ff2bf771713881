// Browsers that receive only part of the app. The flows of old and restricted browsers are in tests/browsers.
import { expect, test } from '#tests/support/playwright.ts'

const notStarted = 'This back-office could not be started'

test.describe('a program that is not whole', () => {
  test.use({ provokedFault: /SyntaxError|dynamically imported module/ })

  for (const [what, answer] of [
    ['cannot be read', { contentType: 'text/javascript', body: 'this is ((( no script' }],
    ['is not there', { status: 404, body: '' }],
  ] as const)
    test(`is told of where it ${what}`, async ({ page }) => {
      await page.route('**/assets/index-*.js', (route) => route.fulfill(answer))
      await page.goto('/login')
      await expect(page.getByRole('alert')).toContainText(notStarted)
      await expect(page.getByRole('link', { name: 'Reload' })).toBeVisible()
    })

  test('makes the page load again, once, where a new build has taken the place of its parts', async ({ page, signInAs }) => {
    await signInAs('staff')
    let loads = 0
    page.on('load', () => void (loads += 1))
    await page.route('**/assets/export-dialog-*.js', (route) => route.fulfill({ status: 404, body: '' }))
    // The page asks for the page that the server sends now.
    await page.route('/', (route) => route.fulfill({ contentType: 'text/html', body: '<script src="/assets/index-other.js"></script>' }))
    await page.goto('/products')
    await expect.poll(() => loads).toBe(2)
    await expect(page.getByRole('heading', { level: 1, name: 'This screen could not be shown' })).toBeVisible()
    expect(loads).toBe(2)
  })
})

test('a part of the frame that the network drops neither takes the page away nor stays away', async ({ page, signInAs }) => {
  await signInAs('staff')
  let documents = 0
  page.on('request', (request) => void (documents += Number(request.isNavigationRequest())))
  const dropped = '**/assets/store-switcher-*.js'
  await page.route(dropped, (route) => route.abort('internetdisconnected'))
  const asked = page.waitForResponse('/')
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('store-switcher'))
  await page.goto('/products')
  await failed
  await (await asked).finished()
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible()
  await expect(page.getByRole('row')).not.toHaveCount(0)
  expect(documents).toBe(1)
  await page.unroute(dropped)
  await expect(page.getByRole('button', { name: 'Current store' })).toBeVisible()
})

test('a part of a list that the connection fails to bring does not take the list away, and comes with the connection', async ({
  page,
  context,
  signInAs,
}) => {
  await signInAs('staff')
  const part = '**/assets/product-range-*.js'
  const gate = Promise.withResolvers<void>()
  await page.route(part, async (route) => {
    await gate.promise
    await route.abort('internetdisconnected')
  })
  const asked = page.waitForRequest(/product-range-/)
  await page.goto('/products')
  await asked
  await expect(page.getByRole('row')).not.toHaveCount(0)
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('product-range'))
  await context.setOffline(true)
  gate.resolve()
  await failed
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible()
  await page.unroute(part)
  await context.setOffline(false)
  await expect(page.getByText(/^1 to \d+ of/)).toBeVisible()
})
