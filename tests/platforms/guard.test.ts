import { createServer } from 'node:https'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createExchange } from '#server/platforms/exchange.ts'
import { isPublicAddress, machineLookup, publicOnly, type Lookup } from '#server/platforms/guard.ts'
import { createPlatforms, type Platforms } from '#server/platforms/registry.ts'
import { fakeClock } from '#tests/platforms/fake-clock.ts'
import { listener } from '#tests/platforms/listener.ts'
import { selfSigned } from '#tests/support/self-signed.ts'

describe('addresses', () => {
  test.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::7f00:1',
    '::10.0.0.1',
    '::8.8.8.8',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:a9fe:a9fe',
    '64:ff9b::7f00:1',
    '64:ff9b::a9fe:a9fe',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'ff02::1',
    'not an address',
    '',
  ])('%j is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  test.each(['23.227.38.65', '8.8.8.8', '::ffff:8.8.8.8', '2620:127:f00f:e::'])('%s is', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })
})

/** A name server with one host. */
function answering(...addresses: readonly string[]): Lookup {
  const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  return (_host, done) => done(null, found)
}

/** The lookup result that a socket receives: an error, or addresses. */
function told(lookup: Lookup, all: boolean): Promise<unknown> {
  return new Promise((done) => {
    publicOnly(lookup)('north.myshopify.com', { all }, (error, address, family) => done(error ?? [address, family]))
  })
}

describe('the lookup of sockets', () => {
  test('hands on exactly the addresses that were checked', async () => {
    expect(await told(answering('8.8.8.8', '2620:127:f00f:e::'), true)).toEqual([
      [
        { address: '8.8.8.8', family: 4 },
        { address: '2620:127:f00f:e::', family: 6 },
      ],
      undefined,
    ])
    expect(await told(answering('8.8.8.8'), false)).toEqual(['8.8.8.8', 4])
  })

  test.each([[['127.0.0.1']], [['8.8.8.8', '10.0.0.1']], [['10.0.0.1', '8.8.8.8']], [[]]])('refuses %j as a whole', async (addresses) => {
    expect(await told(answering(...addresses), true)).toMatchObject({ code: 'ADDRESS_NOT_PUBLIC' })
  })

  test('passes on that there is no such host', async () => {
    expect(await told((_host, done) => done(Object.assign(new Error('none'), { code: 'ENOTFOUND' }), []), true)).toMatchObject({
      code: 'ENOTFOUND',
    })
  })
})

describe('a shop whose name leads inside', () => {
  let platforms: Platforms | undefined
  let lookups: string[]
  let log: object[]

  beforeEach(() => {
    lookups = []
    log = []
  })
  afterEach(async () => platforms?.close())

  /** A shop whose name resolves to these addresses. */
  function connect(domain: string, endpoints: Record<string, string>, addresses: readonly string[]) {
    platforms = createPlatforms({
      ...fakeClock(),
      endpoints,
      log: (event) => log.push(event),
      lookup: (host, done) => {
        lookups.push(host)
        answering(...addresses)(host, done)
      },
    })
    return platforms.connect({ platform: 'shopify', name: 'North', domain, secrets: { kind: 'accessToken', token: 'shpat_canary' } })
  }

  test.each(['127.0.0.1', '10.1.2.3', '169.254.169.254', '::1', 'fd00::1', '64:ff9b::7f00:1'])('%s is never called', async (address) => {
    const shop = connect('north.myshopify.com', {}, [address])
    await expect(shop.check()).rejects.toMatchObject({ code: 'STORE_UNREACHABLE', message: 'North: the shop could not be reached' })
    expect(lookups).toEqual(['north.myshopify.com'])
    expect(log).toMatchObject([{ failed: 'ADDRESS_NOT_PUBLIC' }])
  })

  test('an exception holds for the host that it names, and for no other', async () => {
    const sandbox = await listener((_request, response) => response.writeHead(401).end())
    const endpoints = { 'north.myshopify.com': sandbox.url }
    await expect(connect('north.myshopify.com', endpoints, []).check()).rejects.toMatchObject({ code: 'STORE_REJECTED' })
    expect(lookups).toEqual([])
    await platforms?.close()
    const other = connect('south.myshopify.com', endpoints, ['127.0.0.1'])
    await expect(other.check()).rejects.toMatchObject({ code: 'STORE_UNREACHABLE' })
    expect(sandbox.seen).toHaveLength(1)
  })

  test('an exception for all hosts leaves none to the network, and says which was meant', async () => {
    const sandbox = await listener((_request, response) => response.writeHead(401).end())
    const endpoints = { 'north.myshopify.com': `${sandbox.url}/north`, '*': `${sandbox.url}/other/*` }
    for (const host of ['north', 'south']) {
      await expect(connect(`${host}.myshopify.com`, endpoints, []).check()).rejects.toMatchObject({ code: 'STORE_REJECTED' })
      await platforms?.close()
    }
    expect(lookups).toEqual([])
    expect(sandbox.seen.map(({ url }) => url)).toEqual([
      expect.stringMatching(/^\/north\/admin\//),
      expect.stringMatching(/^\/other\/south\.myshopify\.com\/admin\//),
    ])
  })

  test.each([
    'north.myshopify.com.evil.com',
    'north.myshopify.com@evil.com',
    'evil.com#.myshopify.com',
    'north.myshopify.com:8443',
    'north.myshopify.com/..',
    'a.b.myshopify.com',
    'xn--a.myshopify.com',
    '127.0.0.1',
    '2130706433',
    'localhost',
    '[::1]',
    'north.onshopbase.com',
    '__proto__',
  ])('%s is no shop of the platform: refused before anything is looked up', (domain) => {
    expect(() => connect(domain, {}, ['8.8.8.8'])).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
    expect(lookups).toEqual([])
  })
})

test('a certificate that nobody vouches for is refused, even where the environment says otherwise', async () => {
  const server = createServer(selfSigned, (_request, response) => response.end('{}'))
  const exchange = createExchange(machineLookup)
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  onTestFinished(async () => {
    vi.unstubAllEnvs()
    await exchange.close()
    server.close()
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const asked = exchange.ask(
    `https://localhost:${port}`,
    { method: 'GET', path: '/', headers: {} },
    {
      guarded: false,
      signal: AbortSignal.timeout(5_000),
    },
  )
  await expect(asked).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
})
