// The checks of `npm run doctor` on mail servers and reverse proxies, with real sockets.
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { examinedIn, linesOf } from '#tests/support/doctor.ts'
import { freePort } from '../../scripts/free-port.ts'
import { buildTestApp } from '#tests/support/test-app.ts'
import { createWorld, type World } from '#tests/support/world.ts'

let world: World
/** Where the server answers, without a proxy. */
let origin: string
const closing: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  world = await createWorld()
  origin = await world.app.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})
afterAll(() => world[Symbol.asyncDispose]())

const examined = (given: Record<string, string>) => examinedIn(world, { APP_URL: origin, ...given })

/** Returns the port of a mail server. */
async function mailServer(options: SMTPServerOptions): Promise<number> {
  const server = new SMTPServer(options)
  const { promise, resolve } = Promise.withResolvers<void>()
  const listening = server.listen(0, '127.0.0.1', resolve)
  await promise
  closing.push(() => new Promise<void>((ended) => server.close(ended)))
  return (listening.address() as AddressInfo).port
}
const open = { disabledCommands: ['STARTTLS', 'AUTH'] } satisfies SMTPServerOptions

test.each([false, true])('a mail server that accepts the sender gets no mail (it refuses the recipient: %s)', async (refusesRecipient) => {
  const mails: unknown[] = []
  const port = await mailServer({
    ...open,
    onRcptTo: (_, __, done) => done(refusesRecipient ? new Error('no such person') : null),
    onData(stream, _, done) {
      stream.resume().once('end', () => {
        mails.push('mail')
        done()
      })
    },
  })
  const report = await examined({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Office <office@shop.test>' })
  expect(linesOf(report, 'mail')).toEqual([`ok mail 127.0.0.1:${port} accepts mails from Office <office@shop.test>.`])
  expect(mails).toEqual([])
})

test('a mail server that refuses the sender or the login is told with its words and its mend, without the password', async () => {
  const refusing = await mailServer({ ...open, onMailFrom: (_, __, done) => done(new Error('not your domain')) })
  const sender = linesOf(await examined({ SMTP_URL: `smtp://127.0.0.1:${refusing}` }), 'mail')
  expect(sender).toEqual([expect.stringMatching(/^problem mail .*not your domain\. Set MAIL_FROM to an address/)])
  const closed = await mailServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ password }, _, done) => done(new Error(`unknown user with ${password}`)),
  })
  const [login] = linesOf(await examined({ SMTP_URL: `smtp://office:hunter%232@127.0.0.1:${closed}` }), 'mail')
  expect(login).toMatch(/^problem mail .*unknown user with …\. Correct the user and password in SMTP_URL\.$/)
})

/** A reverse proxy before the world's server, or before another one. Returns its address. */
async function proxy(target: string, change: (headers: Record<string, string | string[] | undefined>) => object): Promise<string> {
  const server = createServer((asked, answer) => {
    const forwarded = request(new URL(asked.url ?? '/', target), { headers: { ...change(asked.headers) } }, (received) => {
      answer.writeHead(received.statusCode ?? 502, received.headers)
      received.pipe(answer)
    })
    forwarded.end()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  closing.push(() => new Promise((ended) => server.close(ended)))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const adding = (headers: Record<string, string | string[] | undefined>) => ({
  ...headers,
  'x-forwarded-for': `${String(headers['x-forwarded-for'])}, 127.0.0.1`,
})
const replacing = (headers: object) => ({ ...headers, 'x-forwarded-for': '127.0.0.1' })
const removing = (headers: object) => Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'x-forwarded-for'))

/** The world's server with another number of trusted proxies. */
async function serverTrusting(proxies: number): Promise<string> {
  const app = await buildTestApp(world.deps, { appUrl: origin, proxies })
  closing.push(() => app.close())
  return app.listen({ host: '127.0.0.1', port: 0 })
}

test.each([
  ['one that adds, and trusts it', 1, [adding], /^ok address .* \(1\)\.$/],
  ['one that replaces, and trusts it', 1, [replacing], /^ok address .* \(1\)\.$/],
  ['two that add, and trusts both', 2, [adding, adding], /^ok address .* \(2\)\.$/],
  ['one that adds, and trusts none', 0, [adding], /^problem address .* all callers share the address of a proxy\. Set TRUST_PROXY=1\.$/],
  ['none, and trusts one', 1, [], /^problem address .* callers can choose their own address\. Set TRUST_PROXY=0,/],
  ['one that adds, and trusts two', 2, [adding], /^problem address .* Set TRUST_PROXY=1,/],
  ['one that removes the header', 1, [removing], /^problem address A proxy .* removes X-Forwarded-For\. Let it add/],
] as const)('proxies: behind %s', async (_, trusted, proxies, expected) => {
  let target = await serverTrusting(trusted)
  for (const change of proxies) target = await proxy(target, change)
  expect(linesOf(await examined({ APP_URL: target }), 'address')).toEqual([expect.stringMatching(expected)])
})

test('only a holder of APP_SECRET is told how a call arrived', async () => {
  const ask = async (headers: Record<string, string>) => (await world.app.inject({ url: '/healthz', headers })).json<object>()
  expect(Object.keys(await ask({}))).toEqual(['status', 'version'])
  expect(Object.keys(await ask({ 'x-probe': world.deps.vault.seal('', 'another purpose') }))).toEqual(['status', 'version'])
  expect(Object.keys(await ask({ 'x-probe': world.deps.vault.seal('', 'http|probe') }))).toEqual(['status', 'version', 'arrival'])
})

test('an APP_URL that does not lead to the server is a problem; a server that is not running is only told', async () => {
  const { hostname, port } = new URL(origin)
  const lost = { APP_URL: `http://127.0.0.1:${await freePort()}` }
  const running = linesOf(await examined({ ...lost, HOST: hostname, PORT: port }), 'address')
  expect(running).toEqual([expect.stringMatching(/^problem address The server runs, and .* does not lead to it .*Correct APP_URL/)])
  const stopped = linesOf(await examined({ ...lost, HOST: hostname, PORT: String(await freePort()) }), 'address')
  expect(stopped).toEqual([expect.stringMatching(/^warning address The server is not running/)])
  const other = await proxy(world.sandbox.url, (headers) => headers)
  const wrong = linesOf(await examined({ APP_URL: other, HOST: hostname, PORT: String(await freePort()) }), 'address')
  expect(wrong).toEqual([expect.stringContaining('not from this program')])
})
