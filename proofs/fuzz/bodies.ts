import type { Random } from '#sandbox/catalogue/random.ts'

/** Bodies that are expensive to parse. The middle part is repeated up to the wanted length. */
const shapes: readonly [Shape, ...Shape[]] = [
  { name: 'empty lists', head: '{"avatar_url":[', unit: '[],', tail: '[]]}' },
  { name: 'empty objects', head: '{"avatar_url":[', unit: '{},', tail: '{}]}' },
  { name: 'lists of objects', head: '{"logo_url":[', unit: '[{}],', tail: '[{}]]}' },
  { name: 'depth', head: '{"avatar_url":', unit: '[', tail: ']}' },
  { name: 'text', head: '{"avatar_url":"', unit: 'a', tail: '"}' },
  { name: 'a picture', head: '{"avatar_url":"data:image/png;base64,', unit: 'AAAA', tail: '"}' },
  { name: 'keys', head: '{', unit: '"a":1,', tail: '"b":2}' },
  { name: 'numbers', head: '{"limit":', unit: '9', tail: '}' },
]
type Shape = { name: string; head: string; unit: string; tail: string }

const made = new Map<string, Buffer>()

/** A cached body of this many bytes in one of the shapes. */
export function heavyBody(random: Random, bytes: number): Buffer {
  const { name, head, unit, tail } = random.pick(shapes)
  const key = `${name} ${bytes}`
  const known = made.get(key)
  if (known) return known
  const count = Math.max(0, Math.floor((bytes - head.length - tail.length) / unit.length))
  const body = Buffer.concat([Buffer.from(head), Buffer.alloc(count * unit.length, unit), Buffer.from(tail)])
  made.set(key, body)
  return body
}
