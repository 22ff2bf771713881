import type { Random } from '#sandbox/catalogue/random.ts'

type Spelling = (target: string, random: Random) => string

const hex = (letter: string) => `%${letter.charCodeAt(0).toString(16).padStart(2, '0')}`
/** `/api` with one of its letters percent-encoded. */
const escaped: Spelling = (target, random) => {
  const at = 1 + random.int(Math.min(4, Math.max(1, target.length - 1)))
  return `${target.slice(0, at)}${hex(target[at] ?? 'a')}${target.slice(at + 1)}`
}
const withoutQuery = (target: string) => target.split('?')[0] ?? ''

/** Several spellings of one address. The router knows some of them and rejects others. None may bypass a check. */
const spellings: readonly [Spelling, ...Spelling[]] = [
  escaped,
  escaped,
  (target, random) => escaped(escaped(target, random), random),
  (target) => `http://evil.test${target}`,
  (target) => `http://evil.test:80@127.0.0.1${target}`,
  (target) => `HTTP://localhost/${target}`,
  (target) => `/${target}`,
  (target) => target.replaceAll('/', '//'),
  (target) => target.toUpperCase(),
  (target) => target.replace('api', 'Api').replace('trpc', 'tRPC'),
  (target) => `/.${target}`,
  (target) => `/x/..${target}`,
  (target) => target.replace('/v1/', '/v1/./../v1/'),
  (target) => target.replace('/', '/..%2f..%2f'),
  (target) => target.replaceAll('/', '%2F'),
  (target) => target.replaceAll('/', '%5c'),
  (target) => `${withoutQuery(target)}/`,
  (target) => `${withoutQuery(target)};a=b`,
  (target) => `${withoutQuery(target)}%00`,
  (target) => `${withoutQuery(target)}%zz`,
  (target) => `${withoutQuery(target)}%c0%af`,
  (target) => `${target}#fragment`,
  (target) => `${target}?`,
  (target) => `${withoutQuery(target)}?${'a=1&'.repeat(300)}`,
  (target) => `${withoutQuery(target)}?__proto__[x]=1&constructor=2&a[]=1&a=2`,
  (target) => `${withoutQuery(target)}/${'x'.repeat(5_000)}`,
  (target) => `/api/v1/api/v1${target}`,
  () => '/api/v1/nothing/here',
  () => '/api/auth/get-session',
  () => '/api/auth/admin/list-users',
  () => '/trpc/users.list,users.list,users.list?batch=1',
  () => '/trpc/__proto__',
  () => '/trpc/constructor.name',
  () => '/trpc/',
  () => '/api/v1/openapi.json?x=%',
  () => '/api/v1/docs',
  () => '/..%2f..%2fpackage.json',
  () => '/%2e%2e/%2e%2e/etc/passwd',
  () => '/readyz',
  () => '*',
]

export const spelled = (random: Random, target: string): string => random.pick(spellings)(target, random)
