import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type APIRequestContext, type Page } from '@playwright/test'
import { demoPassword } from '../../scripts/demo-data.ts'
import { noteResponses } from './evidence.ts'

export type DemoRole = 'owner' | 'admin' | 'manager' | 'staff' | 'viewer'

type Fixtures = {
  /** Signs the browser in as one of the demo's people, through the session cookie alone, and stays on a blank page. */
  signInAs: (role: DemoRole) => Promise<void>
  /** Calls the REST door as one of the demo's people. */
  rest: (role: DemoRole, method: string, path: string, body?: object) => Promise<{ status: number; body: unknown }>
}

type Session = { token: string; refresh_token: string }

/** One session for each role and worker: hashing passwords for every test would take longer than the tests. */
const cookies = new Map<DemoRole, { name: string; value: string; token: string }>()

export const test = base.extend<Fixtures>({
  context: async ({ context }, provide) => {
    noteResponses(context)
    await provide(context)
  },
  page: async ({ page }, provide) => {
    await provide(page)
    // The test is over: nobody waits for the answers that are still on their way.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  },
  signInAs: async ({ context, request, baseURL }, provide) => {
    await provide(async (role) => {
      const { name, value } = await sessionOf(role, request, String(baseURL))
      await context.addCookies([{ name, value, url: String(baseURL), httpOnly: true, sameSite: 'Lax' }])
    })
  },
  rest: async ({ request, baseURL }, provide) => {
    await provide(async (role, method, path, body) => {
      const { token } = await sessionOf(role, request, String(baseURL))
      const headers = { authorization: `Bearer ${token}` }
      const answer = await request.fetch(`/api/v1${path}`, { method, headers, ...(body ? { data: body } : {}) })
      return { status: answer.status(), body: await answer.json() }
    })
  },
})

async function sessionOf(role: DemoRole, request: APIRequestContext, baseURL: string) {
  const known = cookies.get(role)
  if (known) return known
  const answer = await request.post('/api/auth/sign-in/email', {
    headers: { origin: baseURL },
    data: { email: `${role}@demo.test`, password: demoPassword },
  })
  expect(answer.status()).toBe(200)
  const { token }: Session = await answer.json()
  const [pair = ''] = (answer.headers()['set-cookie'] ?? '').split(';')
  const at = pair.indexOf('=')
  const session = { name: pair.slice(0, at), value: pair.slice(at + 1), token }
  cookies.set(role, session)
  return session
}

export { expect }

export const widths = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const

/** Nothing that axe finds, best practices included. Our pages have no frames, so that it need not open a page to bring theirs together. */
export async function expectAccessible(page: Page) {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).withTags(tags)
  const { violations } = await axe.setLegacyMode().analyze()
  expect(violations.map(({ id, nodes }) => ({ id, nodes: nodes.map((node) => node.html) }))).toEqual([])
}

/** The page must not scroll sideways at any width; wide tables scroll in a region of their own. */
export async function expectNoSidewaysScroll(page: Page) {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
}
