// All principals: people of each role, in all stores and in one, API keys, and invalid tokens.
import { z } from 'zod'
import { createAccessTokens } from '#server/auth/access-token.ts'
import type { AuthDeps } from '#server/auth/sessions.ts'
import { permissions, type Permission } from '#shared/access.ts'
import type { RoleName } from '#shared/roles.ts'
import { Session } from '#shared/session.ts'
import { addPerson } from '../../scripts/people.ts'
import type { Client } from './client.ts'

export const password = 'a fuzzed passphrase 1'

/** `storeId` null: in all stores. */
type Place = { role: RoleName; storeId: string | null }
export type Principal = {
  name: string
  /** null: anonymous. */
  token: string | null
  refreshToken: string | null
  /** A person with a password, who signs in again when a session ends. */
  email: string | null
  userId: string | null
}
export type Crowd = {
  all: readonly Principal[]
  owner: Principal
  /** Signs in again. Throws where that fails. */
  renew(principal: Principal): Promise<void>
  /** The ids of the principals and their keys, which must not change. */
  ids: ReadonlySet<string>
  /** People without dependents. */
  spare: readonly { id: string; email: string }[]
  /** Secrets that no answer may contain. */
  secrets: ReadonlyMap<string, string>
}

const places = (storeId: string): Record<string, Place> => ({
  owner: { role: 'owner', storeId: null },
  admin: { role: 'admin', storeId: null },
  manager: { role: 'manager', storeId: null },
  staff: { role: 'staff', storeId: null },
  viewer: { role: 'viewer', storeId: null },
  'owner of one store': { role: 'owner', storeId },
  'admin of one store': { role: 'admin', storeId },
  'manager of one store': { role: 'manager', storeId },
  'viewer of one store': { role: 'viewer', storeId },
  deactivated: { role: 'owner', storeId: null },
})
const spareRoles: readonly RoleName[] = ['viewer', 'staff', 'manager', 'admin', 'viewer', 'staff', 'manager', 'viewer']
const Made = z.object({ data: z.object({ token: z.string(), api_key: z.object({ id: z.string() }) }) })
const emailOf = (name: string) => `${name.replaceAll(' ', '-')}@fuzz.test`
const outsider = (name: string, token: string | null): Principal => ({ name, token, refreshToken: null, email: null, userId: null })

async function signIn(client: Client, email: string) {
  const { status, text } = await client.call('POST', '/api/auth/sign-in/email', { email, password })
  if (status !== 200) throw new Error(`${email} cannot sign in: ${status} ${text}`)
  return Session.parse(JSON.parse(text))
}

async function makeKey(
  client: Client,
  token: string,
  scope: { name: string; permissions: readonly Permission[]; store_ids: string[] | null },
) {
  const { text } = await client.call('POST', '/api/v1/users/me/api-keys', scope, { token })
  const { data } = Made.parse(JSON.parse(text))
  return { principal: outsider(scope.name, data.token), id: data.api_key.id }
}

async function addSpare(deps: AuthDeps, storeId: string) {
  const spare: { id: string; email: string }[] = []
  for (const [index, role] of spareRoles.entries()) {
    const email = `spare-${index}@fuzz.test`
    const assignments = [{ role, storeId: index % 2 === 0 ? null : storeId }]
    spare.push({ id: await addPerson(deps, { email, name: email, password: null, assignments }), email })
  }
  return spare
}

/** Tokens of our format that are invalid, and others that are not tokens. */
async function uselessTokens(appSecret: string, alive: string): Promise<Principal[]> {
  const longAgo = Date.now() - 24 * 3_600_000
  const sessionId = z.object({ sid: z.string() }).parse(JSON.parse(Buffer.from(alive.split('.')[1] ?? '', 'base64url').toString())).sid
  const expired = await createAccessTokens({ appSecret }).issue(sessionId, longAgo)
  const unsigned = [{ alg: 'none' }, { sid: sessionId, exp: 4_102_444_800 }].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  )
  return [
    outsider('an expired token', expired.token),
    outsider('an unsigned token', `${unsigned.join('.')}.`),
    outsider('a key of nobody', `key_${'A'.repeat(43)}`),
    outsider('garbage', 'Zm9v.%00.\u00e9'),
  ]
}

/** Adds all people, signs them in, and creates a key for each permission. `stores`: people with one store have the first. */
export async function gatherCrowd(
  deps: AuthDeps,
  client: Client,
  { stores, appSecret }: { stores: readonly string[]; appSecret: string },
): Promise<Crowd> {
  const [oneStore = ''] = stores
  const people: Principal[] = []
  for (const [name, place] of Object.entries(places(oneStore))) {
    const email = emailOf(name)
    const userId = await addPerson(deps, { email, name, password, assignments: [place] })
    const { token, refresh_token: refreshToken } = await signIn(client, email)
    people.push({ name, token, refreshToken, email, userId })
  }
  const spare = await addSpare(deps, oneStore)
  const [owner, ...others] = people
  if (!owner?.token) throw new Error('there is no owner')
  const scopes = [
    ...permissions.map((permission) => ({ name: `key for ${permission}`, permissions: [permission], store_ids: null })),
    { name: 'key for everything', permissions, store_ids: null },
    { name: 'key for one store', permissions, store_ids: [oneStore] },
  ]
  const keys: Awaited<ReturnType<typeof makeKey>>[] = []
  for (const scope of scopes) keys.push(await makeKey(client, owner.token, scope))
  const deactivated = others.find(({ name }) => name === 'deactivated')
  if (deactivated) {
    await client.call('DELETE', `/api/v1/users/${deactivated.userId}`, null, { token: owner.token })
    deactivated.email = null
  }
  const useless = await uselessTokens(appSecret, owner.token)
  const all = [...people, ...keys.map(({ principal }) => principal), ...useless, outsider('anonymous', null)]
  const renewals = new Map<string, Promise<void>>()
  return {
    all,
    owner,
    spare,
    ids: new Set([...people.flatMap(({ userId }) => userId ?? []), ...keys.map(({ id }) => id)]),
    secrets: new Map([
      ['the password', password],
      ['the secret of the server', appSecret],
      ...keys.map(({ principal }) => [principal.name, principal.token ?? ''] as const),
    ]),
    renew(principal) {
      const { email } = principal
      if (email === null) return Promise.resolve()
      const running = renewals.get(email)
      if (running) return running
      const renewal = signIn(client, email)
        .then(({ token, refresh_token: refreshToken }) => void Object.assign(principal, { token, refreshToken }))
        .finally(() => renewals.delete(email))
      renewals.set(email, renewal)
      return renewal
    },
  }
}
