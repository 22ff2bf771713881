// Sends bytes that no HTTP client sends, over separate sockets.
import { connect } from 'node:net'
import type { Random } from '#sandbox/catalogue/random.ts'
import type { Principal } from './principals.ts'
import type { FuzzAnswer, FuzzRequest } from './request.ts'

const line = (...lines: string[]) => `${lines.join('\r\n')}\r\n\r\n`
const shapes: readonly [Shape, ...Shape[]] = [
  (usual) => `${line('POST /api/v1/products/fetch HTTP/1.1', ...usual, 'content-length: 2', 'content-length: 3')}{}`,
  (usual) => `${line('POST /api/v1/products/fetch HTTP/1.1', ...usual, 'content-length: 2', 'transfer-encoding: chunked')}0\r\n\r\n`,
  (usual) => `${line('POST /trpc/products.list HTTP/1.1', ...usual, 'transfer-encoding: chunked')}zz\r\n{}\r\n0\r\n\r\n`,
  (usual) => `${line('POST /trpc/products.list HTTP/1.1', ...usual, 'transfer-encoding: chunked')}2\r\n{}\r\n0\r\n\r\n`,
  (usual) => line('POST /api/v1/stores HTTP/1.1', ...usual, 'content-length: -1'),
  (usual) => line('POST /api/v1/stores HTTP/1.1', ...usual, 'content-length: 99999999999999999999'),
  (usual) => line('GET /api/v1/stores HTTP/1.1', ...usual, `x-long: ${'h'.repeat(200_000)}`),
  (usual) => line(`GET /api/v1/jobs/${'x'.repeat(5_000)} HTTP/1.1`, ...usual),
  (usual) => line(`GET /${'y'.repeat(200_000)} HTTP/1.1`, ...usual),
  (usual) => line('GET /api/v1/stores HTTP/9.9', ...usual),
  (usual) => line('GET /api/v1/st ores HTTP/1.1', ...usual),
  (usual) => line('G\0T /api/v1/stores HTTP/1.1', ...usual),
  (usual) => line('GET /api/v1/stores HTTP/1.1', ...usual, 'bad header'),
  (usual) => line('GET /api/v1/stores HTTP/1.1', ...usual, 'x: a\rb'),
  () => line('GET /api/v1/stores HTTP/1.1'),
  (usual) => line('CONNECT 127.0.0.1:1 HTTP/1.1', ...usual),
  (usual) => line('GET /api/v1/stores HTTP/1.1', ...usual, 'connection: upgrade', 'upgrade: websocket'),
  (usual) => line('OPTIONS /api/v1/stores HTTP/1.1', ...usual, 'origin: https://evil.test'),
  (usual) => line('OPTIONS * HTTP/1.1', ...usual),
  (usual) => line('GET http://evil.test/api/v1/stores HTTP/1.1', ...usual),
  // Where shops tell of changes: nothing that is not signed by one is looked at.
  ...[
    ['{"id":1}', 'x-shopify-hmac-sha256: ' + 'A'.repeat(43) + '='],
    ['{"id":1}', 'x-shopify-hmac-sha256: %%', 'x-shopify-hmac-sha256: =='],
    ['\xff\xfe{', 'x-shopbase-hmac-sha256: ' + 'A'.repeat(9_000)],
    ['', 'x-shopbase-hmac-sha256:', 'content-encoding: gzip'],
  ].flatMap(([body = '', ...headers]) =>
    ['shopify/00000000-0000-4000-8000-000000000000', 'shopbase/%00', 'nobody/..%2f..'].map(
      (place): Shape =>
        (usual) =>
          line(`POST /api/v1/catalogue/webhooks/${place} HTTP/1.1`, ...usual, ...headers, `content-length: ${body.length}`) + body,
    ),
  ),
  () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  () => '\r\n\r\n\r\n',
]
type Shape = (usual: string[]) => string

/** A request as bytes; `client.ts` does not send it. */
export function rawRequest(random: Random, index: number, principal: Principal, address: string): FuzzRequest {
  const usual = [
    'host: localhost',
    'content-type: application/json',
    `x-forwarded-for: ${address}`,
    ...(principal.token === null ? [] : [`authorization: Bearer ${principal.token}`]),
    ...(random.chance(0.5) ? ['connection: close'] : []),
  ]
  const bytes = Buffer.from(random.pick(shapes)(usual), 'latin1')
  const [start = ''] = bytes.toString('latin1', 0, 60).split('\r\n')
  return {
    index,
    transport: 'raw',
    operation: 'raw',
    principal: principal.name,
    method: 'RAW',
    target: start,
    headers: {},
    body: bytes,
    delivery: 'whole',
    input: null,
    isPlain: false,
  }
}

const patienceMs = 400
const statusLine = /^HTTP\/1\.1 (\d{3})/

function read(text: string, tookMs: number): FuzzAnswer {
  const [head = '', ...body] = text.split('\r\n\r\n')
  const headers = Object.fromEntries(
    head
      .split('\r\n')
      .slice(1)
      .map((one) => [one.split(':')[0]?.toLowerCase() ?? '', one.slice(one.indexOf(':') + 1).trim()] as const),
  )
  const status = statusLine.exec(head)?.[1]
  return { status: status === undefined ? null : Number(status), headers, text: body.join('\r\n\r\n'), tookMs }
}

/** Sends the bytes. Returns the answer until the connection closes or is silent. */
export function sendRaw(host: string, port: number, bytes: Buffer): Promise<FuzzAnswer> {
  return new Promise((resolve) => {
    const began = performance.now()
    const chunks: Buffer[] = []
    const socket = connect({ host, port }, () => socket.write(bytes))
    const end = () => {
      socket.destroy()
      resolve(read(Buffer.concat(chunks).toString('utf8'), performance.now() - began))
    }
    socket.setTimeout(patienceMs, end)
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('error', end)
    socket.on('close', end)
  })
}
