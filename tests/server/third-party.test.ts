// Sign-in with a third-party account and a real issuer: accepted and refused people, and the links between accounts.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEntries } from '#drizzle/audit-tables.ts'
import { accounts, roleAssignments, users } from '#drizzle/schema.ts'
import { startIssuer, type SandboxIssuer } from '#sandbox/issuer.ts'
import { limits } from '#shared/limits.ts'
import { appUrl, createWorld, type World } from '#tests/support/world.ts'

const client = { id: 'back-office', secret: 'issuer-secret', redirectUris: [`${appUrl}/api/auth/callback/oidc`] }
const person = (name: string, isVerified = true) => ({ email: `${name}@issuer.test`, name, isVerified })
const people = [person('ann'), person('invited'), person('stranger'), person('gone'), person('unverified', false)]

let issuer: SandboxIssuer
let world: World
beforeAll(async () => {
  issuer = await startIssuer({ client, people })
  world = await createWorld({ issuers: [issuerAt(issuer.url)] })
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  await issuer.close()
})

const issuerAt = (url: string) => ({
  id: 'oidc' as const,
  discoveryUrl: `${url}/.well-known/openid-configuration`,
  clientId: client.id,
  clientSecret: client.secret,
})

/** A browser that keeps cookies for each host and follows redirects by hand. */
class Browser {
  readonly jars = new Map<string, Map<string, string>>()

  cookies(host: string): string {
    return [...(this.jars.get(host) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  keep(host: string, lines: readonly string[]) {
    const jar = this.jars.get(host) ?? new Map<string, string>()
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, value)
    }
    this.jars.set(host, jar)
  }

  async atHome(method: 'GET' | 'POST', url: string, payload?: object) {
    const headers = { cookie: this.cookies('home'), origin: appUrl }
    const answer = await world.app.inject({ method, url, headers, ...(payload ? { payload } : {}) })
    this.keep('home', [answer.headers['set-cookie'] ?? []].flat())
    return answer
  }

  async abroad(url: string, form?: string): Promise<string> {
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: this.cookies('issuer'), ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}) },
      ...(form ? { method: 'POST', body: form } : {}),
    })
    this.keep('issuer', answer.headers.getSetCookie())
    await answer.arrayBuffer()
    return new URL(answer.headers.get('location') ?? url, url).href
  }

  async begin(): Promise<string> {
    return (await this.atHome('POST', '/api/auth/sign-in/social', { provider: 'oidc', callbackURL: '/auth/callback' })).json().url
  }

  /** Signs in at the issuer. Returns the address that the issuer redirects the browser to. */
  async passIssuer(email: string): Promise<string> {
    let url = await this.abroad(await this.begin())
    url = await this.abroad(url, `email=${encodeURIComponent(email)}`)
    while (!url.startsWith(appUrl)) url = await this.abroad(url)
    return url
  }

  async comeBack(url: string): Promise<string | undefined> {
    return (await this.atHome('GET', url.slice(appUrl.length))).headers.location
  }
}

async function signInAs(email: string) {
  const browser = new Browser()
  const location = await browser.comeBack(await browser.passIssuer(email))
  const renewed = await browser.atHome('POST', '/api/auth/token', {})
  return { location, status: renewed.statusCode, body: renewed.json() }
}

const failed = '/login?error=sign_in_failed'
const restricted = { location: '/login?error=access_restricted', status: 401 }
const role = [{ role: 'viewer' as const, storeId: null }]

test('where there is no owner yet, an issuer’s word makes none', async () => {
  expect(await signInAs('stranger@issuer.test')).toMatchObject(restricted)
  expect(await world.deps.database.db.$count(roleAssignments)).toBe(0)
})

test('an active person comes in by the verified address', async () => {
  const id = await world.person({ email: 'ann@issuer.test', assignments: role })
  expect(await signInAs('ann@issuer.test')).toMatchObject({ location: '/auth/callback', status: 200, body: { user: { id } } })
  expect(await signInAs('ann@issuer.test')).toMatchObject({ location: '/auth/callback', status: 200, body: { user: { id } } })
})

test('who confirms that it is them has to prove it at the issuer, though its session lives, and begins anew here', async () => {
  await world.person({ email: 'again@issuer.test', assignments: role })
  const browser = new Browser()
  await browser.comeBack(await browser.passIssuer('again@issuer.test'))
  world.clock.now += limits.reauthenticateAfterMs
  const answer = await browser.atHome('POST', '/api/auth/sign-in/social', { provider: 'oidc', fresh: true })
  const page = await browser.abroad(answer.json().url)
  expect(page).toContain('/interaction/')
  let url = await browser.abroad(page, 'email=again%40issuer.test')
  while (!url.startsWith(appUrl)) url = await browser.abroad(url)
  expect(await browser.comeBack(url)).toBe('/auth/callback')
  const { token } = (await browser.atHome('POST', '/api/auth/token', {})).json()
  const key = { name: 'Script', permissions: ['products:read'] }
  expect((await world.caller(token).rest('POST', '/users/me/api-keys', key)).status).toBe(201)
})

test('an invited person joins the invited record, which is confirmed by it', async () => {
  const id = await world.person({ email: 'invited@issuer.test', password: null, isConfirmed: false, assignments: role })
  expect(await signInAs('invited@issuer.test')).toMatchObject({ location: '/auth/callback', status: 200, body: { user: { id } } })
  const [found] = await world.deps.database.db.select().from(users).where(eq(users.id, id))
  expect(found?.confirmedAt).toBeInstanceOf(Date)
})

test('a stranger and somebody deactivated are refused with the reason, and leave nothing behind', async () => {
  await world.person({ email: 'gone@issuer.test', isActive: false, assignments: role })
  expect(await signInAs('gone@issuer.test')).toMatchObject(restricted)
  expect(await signInAs('stranger@issuer.test')).toMatchObject(restricted)
  expect(await world.deps.database.db.$count(users, eq(users.email, 'stranger@issuer.test'))).toBe(0)
})

test('an address that the issuer does not vouch for joins nobody', async () => {
  const id = await world.person({ email: 'unverified@issuer.test', assignments: [{ role: 'owner', storeId: null }] })
  expect(await signInAs('unverified@issuer.test')).toMatchObject(restricted)
  const linked = await world.deps.database.db.select().from(accounts).where(eq(accounts.userId, id))
  expect(linked.map(({ providerId }) => providerId)).toEqual(['credential'])
})

test('what comes back counts once, in the browser that went, and only as it was sent', async () => {
  const browser = new Browser()
  const back = await browser.passIssuer('ann@issuer.test')
  expect(await new Browser().comeBack(back)).toBe(failed)
  const forged = new URL(back)
  forged.searchParams.set('state', 'x'.repeat(32))
  expect(await browser.comeBack(forged.href)).toBe(failed)
  for (const query of ['', '?error=access_denied', '?code=x'])
    expect(await browser.comeBack(`${appUrl}/api/auth/callback/oidc${query}`)).toBe(failed)
  expect(await browser.comeBack(back)).toBe('/auth/callback')
  expect(await browser.comeBack(back)).toBe(failed)
})

test('an answer that lacks the name of an issuer that announces it, or bears another, is refused', async () => {
  const browser = new Browser()
  const back = await browser.passIssuer('ann@issuer.test')
  expect(new URL(back).searchParams.get('iss')).toBe(issuer.url)
  const cut = new URL(back)
  cut.searchParams.delete('iss')
  expect(await browser.comeBack(cut.href)).toBe(failed)
  expect(await browser.comeBack(back)).toBe('/auth/callback')
  const another = new Browser()
  const forged = new URL(await another.passIssuer('ann@issuer.test'))
  forged.searchParams.set('iss', 'https://evil.test')
  expect(await another.comeBack(forged.href)).toBe(failed)
})

test('who came in by an issuer’s word, and that somebody was refused, is on record; what went wrong on the way is not', async () => {
  const { db } = world.deps.database
  // After the minute of the earlier tests' refusals.
  world.clock.now += 60_000
  const before = new Set((await db.select().from(auditEntries)).map(({ id }) => id))
  await signInAs('ann@issuer.test')
  await signInAs('stranger@issuer.test')
  await new Browser().comeBack(`${appUrl}/api/auth/callback/oidc?code=x`)
  const entries = (await db.select().from(auditEntries)).filter(({ id }) => !before.has(id))
  const [ann] = await db.select().from(users).where(eq(users.email, 'ann@issuer.test'))
  const signIn = { action: 'session.signIn', door: 'auth', details: { issuer: 'oidc' } }
  expect(entries).toHaveLength(2)
  expect(entries).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ ...signIn, decision: 'allowed', actorId: ann?.id, target: 'ann@issuer.test' }),
      expect.objectContaining({ ...signIn, decision: 'denied', actorId: 'anonymous', target: null }),
    ]),
  )
})

test('a browser that comes back too often gets the login screen, too', async () => {
  const remoteAddress = '10.1.2.3'
  const comeBack = async () => (await world.app.inject({ url: '/api/auth/callback/oidc?code=x', remoteAddress })).headers
  for (let times = 0; times < limits.authCallsPerMinute; times += 1) await comeBack()
  expect(await comeBack()).toMatchObject({ location: failed, ratelimit: expect.stringMatching(/^"sign-in";r=0;t=\d+$/) })
})

test.each([
  'https://evil.test',
  '//evil.test',
  '/\\evil.test',
  'javascript:alert(1)',
  'https://localhost:3000.evil.test',
  '/auth/callback%0d%0aX: 1',
])('coming back to %s cannot be asked for', async (callbackURL) => {
  const answer = await new Browser().atHome('POST', '/api/auth/sign-in/social', { provider: 'oidc', callbackURL })
  expect(answer.statusCode).toBe(400)
})

test('the one button goes to the issuer that there is; none that is not set up answers', async () => {
  const answer = await new Browser().atHome('POST', '/api/auth/sign-in/social', { provider: 'google' })
  expect(answer.json().url).toContain(issuer.url)
  expect(await new Browser().comeBack(`${appUrl}/api/auth/callback/google?code=x&state=y`)).toBe(failed)
})

test('an issuer that is down at the start is back without a restart', async () => {
  const { port } = new URL(issuer.url)
  await issuer.close()
  await using late = await createWorld({ issuers: [issuerAt(issuer.url)] })
  const start = () => late.app.inject({ method: 'POST', url: '/api/auth/sign-in/social', payload: { provider: 'oidc' } })
  expect((await start()).json()).toMatchObject({ error: { code: 'ISSUER_UNREACHABLE' } })
  expect((await late.app.inject('/api/auth/callback/oidc?code=x&state=y')).headers.location).toBe(failed)
  issuer = await startIssuer({ client, people, port: Number(port) })
  expect((await start()).statusCode).toBe(200)
  await using without = await createWorld()
  expect((await without.app.inject({ method: 'POST', url: '/api/auth/sign-in/social', payload: { provider: 'google' } })).statusCode).toBe(
    404,
  )
})
