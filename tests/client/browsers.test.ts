// Four files state the supported browsers, and they agree.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(file, 'utf8')
const supported = { chrome: '111', edge: '111', firefox: '115', safari: '16.4', ios: '16.4' }
const sentence = `Chrome or Edge ${supported.chrome}, Firefox ${supported.firefox}, Safari or iOS ${supported.safari}`
const plain = (file: string) => read(file).replaceAll(/\s+/g, ' ')

test('the build is made for the browsers that the README and the page name', () => {
  const target = /target: \[([^\]]+)\]/.exec(read('vite.config.ts'))?.[1]
  expect(target?.match(/[a-z]+[\d.]+/g)).toEqual(Object.entries(supported).map(([name, version]) => name + version))
  expect(plain('README.md')).toContain(sentence)
  expect(plain('client/index.html')).toContain(sentence)
})

/** The method names in the TypeScript libraries whose file names match. */
function methodsIn(pattern: RegExp): Set<string> {
  const folder = readdirSync('node_modules/@typescript').map((name) => join('node_modules/@typescript', name, 'lib'))
  const files = folder.flatMap((lib) => readdirSync(lib).map((file) => join(lib, file))).filter((file) => pattern.test(file))
  return new Set(files.flatMap((file) => [...read(file).matchAll(/^\s+(\w+)(?:<[^(]*>)?\(/gm)].map(([, name = '']) => name)))
}

// The client's program includes the server's types, so its `lib` cannot be limited to what browsers support.
test('nothing is called that came into JavaScript after them', () => {
  const known = methodsIn(/lib\.(?:es5|es20(?:15|16|17|18|19|20|21|22|23)[.\w]*|dom)\.d\.ts$/)
  const later = [...methodsIn(/lib\.(?:es202[4-9]|esnext)[.\w]*\.d\.ts$/)].filter((name) => !known.has(name))
  expect(later).toContain('groupBy')
  // zod has a method of the same name as `Set`.
  const call = new RegExp(`(?<!\\bz\\s*)\\.(?:${later.join('|')})\\(`)
  const sources = ['client', 'shared'].flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' }).map((file) => join(room, file)),
  )
  expect(sources.filter((file) => /\.tsx?$/.test(file) && call.test(read(file)))).toEqual([])
})

test('nothing is called that only pages with TLS have, but where there is another way', () => {
  const sources = readdirSync('client', { recursive: true, encoding: 'utf8' }).map((file) => join('client', file))
  const secure = /crypto\.(?:randomUUID|subtle)|navigator\.clipboard/
  expect(sources.filter((file) => /\.tsx?$/.test(file) && secure.test(read(file)))).toEqual(['client/ui/copy.ts'])
})
