import type { Random } from '#sandbox/catalogue/random.ts'

type Headers = Record<string, string>

/** Headers that our clients never send. Each set replaces the usual headers of the same names. */
const odd: readonly [Headers, ...Headers[]] = [
  { cookie: 'office.session_token=%' },
  { cookie: 'office.session_token=%E0%A4%A', origin: 'http://localhost:3000' },
  { cookie: '__Host-office.session_token=%ff; a=%; =; ;;', origin: 'http://localhost:3000' },
  { cookie: `a=${'b'.repeat(9_000)}` },
  { origin: 'null' },
  { origin: 'https://evil.test' },
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-type': 'multipart/form-data; boundary=x' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'application/jsonx' },
  { 'content-type': '' },
  { 'content-encoding': 'gzip' },
  { accept: 'text/html' },
  { 'accept-encoding': 'gzip, br' },
  { authorization: 'Basic b3duZXI6eA==' },
  { authorization: 'Bearer' },
  { authorization: `Bearer ${'a'.repeat(20_000)}` },
  { authorization: 'Bearer a.b.c' },
  { range: 'bytes=0-0' },
  { range: 'bytes=99999999999-' },
  { range: 'bytes=5-1,0-,-' },
  { 'if-range': '"x"', range: 'bytes=1-' },
  { 'if-none-match': '*' },
  { 'x-forwarded-for': '8.8.8.8, , not-an-address, ::1' },
  { 'x-forwarded-host': 'evil.test' },
  { host: 'evil.test' },
  { 'x-http-method-override': 'DELETE' },
  { 'trpc-accept': 'application/jsonl' },
  { 'x-request-id': 'a\tb' },
  { 'user-agent': 'u'.repeat(3_000) },
  { expect: '100-continue' },
]

/** Keys for stored answers. Several callers and requests share some of them. */
const idempotencyKeys = ['again', 'k'.repeat(255), 'k'.repeat(300), '', '%00', 'ключ'] as const

/** Further headers. Most requests have none. */
export function oddHeaders(random: Random): Headers {
  if (random.chance(0.06)) {
    const key = random.chance(0.5) ? random.pick(idempotencyKeys) : `key-${random.int(20)}`
    return { 'idempotency-key': Buffer.from(key).toString('latin1') }
  }
  return random.chance(0.06) ? random.pick(odd) : {}
}
