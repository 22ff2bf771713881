// People for a single test, so that changes to them do not disturb other tests.
import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type APIRequestContext, type Page } from '@playwright/test'
import { isRecent } from '#tests/support/playwright.ts'
import { demoPassword } from '../../scripts/demo-data.ts'

type Answered = { status(): number; json(): Promise<unknown> }
type Session = { token: string }
export type Invited = { id: string; email: string; name: string; link: string; tokens: { access_token: string; refresh_token: string } }

let owner: { session: Promise<Session>; provenAt: number } | undefined

async function json<T>(answer: Answered, status: number): Promise<T> {
  const body = (await answer.json()) as T
  expect(answer.status(), JSON.stringify(body)).toBe(status)
  return body
}

async function ownerOf(request: APIRequestContext, origin: string): Promise<Session> {
  const data = { email: 'owner@demo.test', password: demoPassword }
  return json(await request.post('/api/auth/sign-in/email', { headers: { origin }, data }), 200)
}

/** One session per worker, because hashing passwords takes longer than the tests; a new one before sensitive calls ask for a proof. */
function ownerSession(request: APIRequestContext, origin: string): Promise<Session> {
  if (!owner || !isRecent(owner.provenAt)) owner = { session: ownerOf(request, origin), provenAt: Date.now() }
  return owner.session
}

/** Invites a person as administrator of all stores, with the test's changes. */
export async function invite(request: APIRequestContext, origin: string, wanted: object = {}): Promise<Invited> {
  const { token } = await ownerSession(request, origin)
  const id = randomUUID()
  const data = { email: `${id}@e2e.test`, full_name: `Person ${id.slice(0, 8)}`, role_id: 'admin', ...wanted }
  const headers = { authorization: `Bearer ${token}` }
  type Body = { data: { user: { id: string; email: string; full_name: string }; invitation_url: string } }
  const answer = await request.post('/api/v1/users/invite', { headers, data })
  const { data: invited } = await json<Body>(answer, 201)
  const { user, invitation_url: link } = invited
  const fragment = new URLSearchParams(new URL(link).hash.slice(1))
  const tokens = { access_token: fragment.get('access_token') ?? '', refresh_token: fragment.get('refresh_token') ?? '' }
  return { id: user.id, email: user.email, name: user.full_name, link, tokens }
}

/** Accepts the invitation without a browser. Returns the cookie that signs a browser in as this person. */
export async function accept(origin: string, { tokens }: Invited): Promise<{ name: string; value: string; url: string }> {
  const headers = { 'content-type': 'application/json', origin }
  const answer = await fetch(new URL('/api/auth/accept-invite', origin), { method: 'POST', headers, body: JSON.stringify(tokens) })
  expect(answer.status).toBe(200)
  const [pair = ''] = (answer.headers.getSetCookie()[0] ?? '').split(';')
  const at = pair.indexOf('=')
  return { name: pair.slice(0, at), value: pair.slice(at + 1), url: origin }
}

/** Signs a new administrator in, with the test's changes, where the demo's people would see the change in other tests. */
export async function signInAlone(page: Page, origin: string, wanted: object = {}): Promise<void> {
  const invited = await invite(page.request, origin, wanted)
  await page.context().addCookies([{ ...(await accept(origin, invited)), httpOnly: true, sameSite: 'Lax' }])
}

/** Calls REST as the owner. */
export async function asOwner(request: APIRequestContext, origin: string, method: string, path: string) {
  const { token } = await ownerSession(request, origin)
  const answer = await request.fetch(`/api/v1${path}`, { method, headers: { authorization: `Bearer ${token}` } })
  return { status: answer.status(), body: (await answer.json()) as { data: { user: Record<string, unknown> } } }
}

/** The token of the last mail in the demo's outbox to an address with this kind of link. */
async function mailedToken(email: string, kind: RegExp): Promise<string> {
  const outbox = join(String(process.env['E2E_DATA_DIR']), 'outbox')
  const find = async () => {
    const mails = await Promise.all((await readdir(outbox)).toSorted().map((name) => readFile(join(outbox, name), 'utf8')))
    const plain = mails
      .filter((mail) => mail.includes(`To: ${email}\r\n`))
      .map((mail) => mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='))
    return plain.flatMap((mail) => kind.exec(mail)?.[1] ?? []).at(-1) ?? ''
  }
  await expect.poll(find).not.toBe('')
  return find()
}

/** Sets an invited person's password with the link of the registration mail. */
export async function choosePassword(request: APIRequestContext, origin: string, { email }: Invited, password: string): Promise<void> {
  const headers = { origin }
  await json(await request.post('/api/auth/sign-up/email', { headers, data: { email, password } }), 200)
  const token = await mailedToken(email, /\/reset-password#token=([\w-]+)/)
  await json(await request.post('/api/auth/reset-password', { headers, data: { token, password } }), 200)
}
