import { gzipSync } from 'node:zlib'
import type { RequestListener } from 'node:http'
import { describe, expect, test } from 'vitest'
import { errors } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { listener } from '#tests/platforms/listener.ts'
import { HOST, json, patience, shopAnswering } from '#tests/platforms/shop-answering.ts'

describe('statuses', () => {
  test.each([
    [400, 'STORE_REFUSED', messages.platform.refused('North'), 1],
    [401, 'STORE_REJECTED', messages.platform.rejected('North'), 1],
    [402, 'STORE_UNAVAILABLE', messages.platform.unavailable('North'), 1],
    [403, 'STORE_REJECTED', messages.platform.rejected('North'), 1],
    [404, 'STORE_UNAVAILABLE', messages.platform.notFound('North'), 1],
    [422, 'STORE_REFUSED', messages.platform.refused('North'), 1],
    [423, 'STORE_UNAVAILABLE', messages.platform.unavailable('North'), 1],
    [429, 'STORE_BUSY', messages.platform.busy('North'), 3],
    [430, 'STORE_BUSY', messages.platform.busy('North'), 3],
    [500, 'STORE_UNREACHABLE', messages.platform.unreachable('North'), 3],
    [502, 'STORE_UNREACHABLE', messages.platform.unreachable('North'), 3],
    [503, 'STORE_UNREACHABLE', messages.platform.unreachable('North'), 3],
    [504, 'STORE_UNREACHABLE', messages.platform.unreachable('North'), 3],
  ])('%i is %s, after as many attempts as make sense', async (status, code, message, attempts) => {
    const { server, call } = await shopAnswering((_request, response) => response.writeHead(status).end('upstream says canary'))
    await expect(call()).rejects.toMatchObject({ code, message })
    expect(server.seen).toHaveLength(attempts)
    // A 401 of a shop must not sign our user out.
    expect(errors.STORE_REJECTED.status).toBe(422)
  })

  test('a client with a patience of its own uses it for each call, but for those that others wait for too', async () => {
    const { server, call } = await shopAnswering((_request, response) => response.writeHead(503).end(), {
      patience: { ...patience, attempts: 1 },
    })
    await expect(call()).rejects.toMatchObject({ code: 'STORE_UNREACHABLE' })
    expect(server.seen).toHaveLength(1)
    await expect(call({ isShared: true })).rejects.toMatchObject({ code: 'STORE_UNREACHABLE' })
    expect(server.seen).toHaveLength(4)
  })

  test('a 403 names the scope, on platforms that mean that by it', async () => {
    const { call } = await shopAnswering((_request, response) => response.writeHead(403).end())
    const message = messages.platform.lacksScope('North', 'read_products')
    await expect(call({ scope: 'read_products' })).rejects.toMatchObject({ code: 'STORE_LACKS_SCOPE', message })
  })

  test('what comes right on a later attempt is right', async () => {
    let left = 2
    const { call } = await shopAnswering((_request, response) => (left-- > 0 ? response.writeHead(503).end() : json(response)))
    expect(await call()).toBe('{"ok":true}')
  })
})

describe('redirects', () => {
  test.each([301, 302, 303, 307, 308])('%i is not followed, and the other host never sees the token', async (status) => {
    const other = await listener((_request, response) => json(response))
    const { call } = await shopAnswering((_request, response) => response.writeHead(status, { location: `${other.url}/steal` }).end())
    await expect(call()).rejects.toMatchObject({ code: 'STORE_ANSWER_INVALID', message: messages.platform.redirected('North') })
    expect(other.seen).toEqual([])
  })
})

/** Answers the first request with 429. */
function busyOnce(headers: Record<string, string>): RequestListener {
  let left = 1
  return (_request, response) => (left-- > 0 ? response.writeHead(429, headers).end() : json(response))
}

describe('waiting', () => {
  test.each([
    ['2', 2_000],
    ['1.5', 1_500],
    ['Sat, 21 Nov 2026 00:00:07 GMT', 7_000],
    // Unusable values: our own back-off applies, half a second here.
    ['0', 500],
    ['-3', 500],
    ['Fri, 20 Nov 2026 00:00:00 GMT', 500],
    ['soon', 500],
    ['', 500],
  ])('Retry-After %j', async (value, ms) => {
    const { clock, call } = await shopAnswering(busyOnce({ 'retry-after': value }))
    await call()
    expect(clock.slept).toEqual([ms])
  })

  test('a wait beyond our patience is not begun, and is passed on within reason', async () => {
    const { server, clock, call } = await shopAnswering(busyOnce({ 'retry-after': '999999' }))
    await expect(call()).rejects.toMatchObject({ code: 'STORE_BUSY', retryAfterSeconds: 3_600 })
    expect(clock.slept).toEqual([])
    expect(server.seen).toHaveLength(1)
  })

  test('who waits for the shop’s rate limit, or for another try, is told why, and when it goes on', async () => {
    let answers = 0
    const { clock, call, waits } = await shopAnswering((_request, response) =>
      (answers += 1) === 2 ? response.writeHead(429, { 'retry-after': '3' }).end() : json(response),
    )
    await call({}, { available: 0, maximum: 10, perSecond: 2 })
    expect(waits).toEqual([null])
    await call({ cost: 4 })
    expect(clock.slept).toEqual([2_000, 3_000])
    expect(waits.slice(1)).toEqual([messages.platform.waiting('North'), messages.platform.busy('North'), null])
  })

  test('a list goes out while an export waits, and the export waits on for what the list took', async () => {
    const { server, clock, call } = await shopAnswering((_request, response) => json(response))
    const level = { available: 6, maximum: 20, perSecond: 1 }
    await call({ path: '/first' }, level)
    // Exports leave a fifth of the 20 to people, so 5 + 4 - 6 are missing.
    const slept = Promise.withResolvers<void>()
    const { sleep } = clock
    clock.sleep = async (ms, signal) => {
      clock.sleep = sleep
      await call({ path: '/list', cost: 5 }, { ...level, available: 1 })
      slept.resolve()
      return sleep(ms, signal)
    }
    await call({ path: '/export', cost: 5, patience: { ...patience, priority: 'export' } })
    await slept.promise
    expect(server.seen.map(({ url }) => url)).toEqual(['/first', '/list', '/export'])
    expect(clock.slept).toEqual([3_000, 5_000])
  })

  test('our own back-off doubles, and is a matter of chance', async () => {
    const { clock, call } = await shopAnswering((_request, response) => response.writeHead(500).end())
    await expect(call({ patience: { ...patience, attempts: 8, totalMs: 300_000 } })).rejects.toMatchObject({ code: 'STORE_UNREACHABLE' })
    expect(clock.slept).toEqual([500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000])
  })
})

describe('answers that do not come, or not whole', () => {
  test('a shop that hangs is given up in time', async () => {
    const { call } = await shopAnswering(() => {})
    const short = { attempts: 1, attemptMs: 100, totalMs: 100, priority: 'person' } as const
    await expect(call({ patience: short })).rejects.toMatchObject({ code: 'STORE_UNREACHABLE' })
  })

  test('a body that drips does not outlive the deadline', async () => {
    const { call } = await shopAnswering((request, response) => {
      response.writeHead(200)
      const drip = setInterval(() => response.write(' '), 10)
      request.on('close', () => clearInterval(drip))
    })
    await expect(call({ patience: { attempts: 1, attemptMs: 200, totalMs: 200, priority: 'person' } })).rejects.toMatchObject({
      code: 'STORE_UNREACHABLE',
    })
  })

  test.each<[string, RequestListener]>([
    ['reset before the answer', (request) => request.socket.resetAndDestroy()],
    [
      'reset in the body',
      (request, response) => {
        response.writeHead(200, { 'content-length': 100 })
        response.write('{"half":')
        setImmediate(() => request.socket.resetAndDestroy())
      },
    ],
    [
      'closed before the promised length',
      (request, response) => {
        response.writeHead(200, { 'content-length': 100 })
        response.write('{"half":1}', () => request.socket.end())
      },
    ],
  ])('%s: tried again, then unreachable, never taken for whole', async (_name, answer) => {
    const { server, call } = await shopAnswering(answer)
    await expect(call()).rejects.toMatchObject({ code: 'STORE_UNREACHABLE', message: messages.platform.unreachable('North') })
    expect(server.seen).toHaveLength(3)
  })

  test('headers without end', async () => {
    const { call } = await shopAnswering((request) => {
      request.socket.write(`HTTP/1.1 200 OK\r\n${`x-filler: ${'a'.repeat(1_000)}\r\n`.repeat(100)}`)
    })
    await expect(call()).rejects.toMatchObject({ code: 'STORE_UNREACHABLE' })
  })

  test.each([
    [200, 'STORE_ANSWER_INVALID'],
    [404, 'STORE_UNAVAILABLE'],
  ])('a body without end is cut off (%i)', async (status, code) => {
    const { call } = await shopAnswering((_request, response) => {
      response.writeHead(status)
      const block = Buffer.alloc(1024 * 1024, ' ')
      const more = () => {
        while (!response.destroyed && response.write(block));
        if (!response.destroyed) response.once('drain', more)
      }
      more()
    })
    await expect(call()).rejects.toMatchObject({ code })
  })

  test.each([
    ['a gzip bomb', gzipSync(Buffer.alloc(40 * 1024 * 1024, ' ')), 'gzip', 'TOO_LARGE'],
    ['broken gzip', Buffer.from('not gzip at all'), 'gzip', 'UNREADABLE'],
    ['an unknown encoding', Buffer.from('{}'), 'br', 'UNREADABLE'],
    ['bytes that are no text', Buffer.from([0x22, 0xff, 0xfe, 0x22]), 'identity', 'UNREADABLE'],
  ])('%s', async (_name, body, encoding, cause) => {
    const { call } = await shopAnswering((_request, response) => response.writeHead(200, { 'content-encoding': encoding }).end(body))
    await expect(call()).rejects.toMatchObject({ code: 'STORE_ANSWER_INVALID', cause })
  })

  test('gzip is unpacked', async () => {
    const { call } = await shopAnswering((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{"tiếng":"Việt"}')),
    )
    expect(await call()).toBe('{"tiếng":"Việt"}')
  })
})

test('who waits behind hanging calls is told in time', async () => {
  const { server, call } = await shopAnswering(() => {})
  const stop = new AbortController()
  const hanging = Array.from({ length: 6 }, () => call({ signal: stop.signal }).catch(() => 'gone'))
  await expect.poll(() => server.seen.length).toBe(6)
  await expect(call({ patience: { attempts: 1, attemptMs: 50, totalMs: 50, priority: 'person' } })).rejects.toMatchObject({
    code: 'STORE_UNREACHABLE',
  })
  expect(server.seen).toHaveLength(6)
  stop.abort()
  expect(await Promise.all(hanging)).toHaveLength(6)
})

describe('cancelling', () => {
  test('a call under way is broken off at once, with the reason given', async () => {
    const stop = new AbortController()
    const { call } = await shopAnswering(() => stop.abort(new Error('nobody listens')))
    await expect(call({ signal: stop.signal })).rejects.toThrow('nobody listens')
  })

  test('nothing is sent for somebody who has gone', async () => {
    const { server, call } = await shopAnswering((_request, response) => json(response))
    await expect(call({ signal: AbortSignal.abort() })).rejects.toThrow('aborted')
    expect(server.seen).toEqual([])
  })
})

describe('discretion', () => {
  test('the log tells host, path, status and duration, and nothing that was sent or that came', async () => {
    const { log, call } = await shopAnswering((_request, response) => response.writeHead(404, { 'x-secret': 'canary' }).end('canary'))
    const failed = await call().catch((error: unknown) => error)
    expect(log).toEqual([
      { host: HOST, path: '/admin/thing.json', operation: 'test', attempt: 1, durationMs: expect.any(Number), status: 404 },
    ])
    expect(JSON.stringify([log, String(failed)])).not.toMatch(/canary|private|127\.0\.0\.1/)
  })

  test('a credential that no header can hold is refused without a call', async () => {
    const { server, call } = await shopAnswering((_request, response) => json(response))
    await expect(call({ headers: { 'x-shopify-access-token': 'two\nlines' } })).rejects.toMatchObject({ code: 'STORE_REJECTED' })
    expect(server.seen).toEqual([])
  })
})
