import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type APIRequestContext, type APIResponse, type Page } from '@playwright/test'
import { limits } from '#shared/limits.ts'
import { demoPassword } from '../../scripts/demo-data.ts'
import { noteResponses } from './evidence.ts'
import { watchForFaults } from '../e2e/page-faults.ts'

export type DemoRole = 'owner' | 'admin' | 'manager' | 'staff' | 'viewer'

type Fixtures = {
  /** An expected console error. Any other fails the test. */
  provokedFault: RegExp
  /** Signs the browser in as one of the demo's people, by the session cookie alone, and stays on a blank page. */
  signInAs: (role: DemoRole) => Promise<void>
  /** Calls REST as one of the demo's people. */
  rest: (role: DemoRole, method: string, path: string, body?: object) => Promise<{ status: number; body: unknown }>
}

type Session = { token: string; refresh_token: string; user: { email: string } }
/** `provenAt`: when the person has proved who they are, in milliseconds since 1970. */
type Kept = { name: string; value: string; token: string; provenAt: number }

/** Whether sensitive calls ask for no new proof, for longer than a test takes. */
export const isRecent = (provenAt: number): boolean => Date.now() - provenAt < limits.reauthenticateAfterMs / 2

/** One session per role and worker: hashing passwords for every test would take longer than the tests. */
const sessions = new Map<DemoRole, Kept>()

export const test = base.extend<Fixtures>({
  provokedFault: [/^$/, { option: true }],
  context: async ({ context, provokedFault }, provide) => {
    noteResponses(context)
    const faults = await watchForFaults(context)
    await provide(context)
    expect(faults().filter((fault) => !provokedFault.test(fault))).toEqual([])
  },
  page: async ({ page }, provide) => {
    await provide(page)
    // The test is over, so pending answers do not matter.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  },
  signInAs: async ({ context, request, baseURL }, provide) => {
    const url = String(baseURL)
    let current: { role: DemoRole; name: string } | undefined
    // Pages renew the session and its cookie. The next test continues with the last one.
    async function keepCookie() {
      if (!current) return
      const { role, name } = current
      const cookie = (await context.cookies(url)).find((one) => one.name === name)
      const known = sessions.get(role)
      if (cookie && known) sessions.set(role, { ...known, value: cookie.value })
      else sessions.delete(role)
    }
    await provide(async (role) => {
      await keepCookie()
      const { name, value } = await sessionOf(role, request, url)
      current = { role, name }
      await context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Lax' }])
    })
    await keepCookie()
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

const emailOf = (role: DemoRole) => `${role}@demo.test`

/** The cookie and token of an answer that starts or renews a session; null if it belongs to another role. */
async function keptOf(answer: APIResponse, role: DemoRole, provenAt = Date.now()): Promise<Kept | null> {
  if (answer.status() !== 200) return null
  const { token, user }: Session = await answer.json()
  const [pair = ''] = (answer.headers()['set-cookie'] ?? '').split(';')
  const at = pair.indexOf('=')
  return user.email === emailOf(role) ? { name: pair.slice(0, at), value: pair.slice(at + 1), token, provenAt } : null
}

/** Renews the role's session. If a test has ended or replaced it, or sensitive calls would soon ask for a proof, signs in again. */
async function sessionOf(role: DemoRole, request: APIRequestContext, baseURL: string): Promise<Kept> {
  const headers = { origin: baseURL }
  const known = sessions.get(role)
  const renewal = known && isRecent(known.provenAt) && { refresh_token: decodeURIComponent(known.value) }
  const renewed = renewal && (await keptOf(await request.post('/api/auth/token', { headers, data: renewal }), role, known.provenAt))
  const credentials = { email: emailOf(role), password: demoPassword }
  const kept = renewed || (await keptOf(await request.post('/api/auth/sign-in/email', { headers, data: credentials }), role))
  if (!kept) throw new Error(`${role} could not sign in`)
  sessions.set(role, kept)
  return kept
}

export { expect }

export const widths = {
  desktop: { width: 1440, height: 900 },
  tablet: { width: 768, height: 1024 },
  phone: { width: 390, height: 844 },
} as const

/**
 * Expects no axe violations, including best practices. Our pages have no frames, so axe needs no extra page to merge their results.
 * @param except rules that third-party markup breaks
 */
export async function expectAccessible(page: Page, { except = [] }: { except?: string[] } = {}) {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .withTags(tags)
    .disableRules(except)
  const { violations } = await axe.setLegacyMode().analyze()
  expect(violations.map(({ id, nodes }) => ({ id, nodes: nodes.map((node) => node.html) }))).toEqual([])
}

/** The page must not scroll sideways at any width. Wide tables scroll in their own regions. */
export async function expectNoSidewaysScroll(page: Page) {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
}
