// Passwords known from breaches, looked up at a service with the range protocol.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { authCall } from '#tests/support/auth-call.ts'
import { createWorld, password, type World } from '#tests/support/world.ts'

const breached = 'correct horse battery staple'
const padding = 'a sentence that is only padding'
const hashOf = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase()

let service: Server
let asked: string[]
let isAway: boolean
let world: World
beforeAll(async () => {
  service = createServer((request, response) => {
    const prefix = request.url?.split('/').at(-1) ?? ''
    asked.push(prefix)
    const lines = [`${hashOf(breached)}:42`, `${hashOf(padding)}:0`].filter((line) => line.startsWith(prefix)).map((line) => line.slice(5))
    response.writeHead(isAway ? 503 : 200).end(lines.join('\r\n'))
  }).listen(0, '127.0.0.1')
  await once(service, 'listening')
  const { port } = service.address() as AddressInfo
  world = await createWorld({ breachedPasswordsUrl: `http://127.0.0.1:${port}/range/` })
})
beforeEach(() => {
  ;[asked, isAway] = [[], false]
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  service.close()
})

async function change(chosen: string) {
  const { token } = await world.signedIn('staff')
  const headers = { authorization: `Bearer ${token}` }
  return authCall(world.app, '/change-password', { current_password: password, password: chosen }, { headers })
}
const refused = { status: 400, body: { error: { issues: [{ path: 'password', message: messages.auth.passwordBreached }] } } }

test('a breached password is refused wherever one is chosen; the service learns five characters of its hash', async () => {
  expect(await change(breached)).toMatchObject(refused)
  expect(await authCall(world.app, '/sign-up/email', { email: 'new@breach.test', password: breached })).toMatchObject(refused)
  expect(await authCall(world.app, '/reset-password', { token: 'x', password: breached })).toMatchObject(refused)
  const prefix = hashOf(breached).slice(0, 5)
  expect(asked).toEqual([prefix, prefix, prefix])
})

test('one that only pads the answer, or that nobody saw, is taken', async () => {
  for (const chosen of [padding, 'what nobody ever typed 5']) expect((await change(chosen)).status).toBe(200)
})

test('a service that is away keeps nobody from choosing a password, and is on record', async () => {
  isAway = true
  expect((await change(breached)).status).toBe(200)
  expect(world.logged.join('')).toContain('A password could not be compared with the breached ones')
})
