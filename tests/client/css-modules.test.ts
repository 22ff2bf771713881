// TypeScript accepts any class name of a CSS module. An element with a missing class silently loses its style.
import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const files = readdirSync('client', { recursive: true, encoding: 'utf8' }).map((file) => join('client', file))
const read = (file: string) => readFileSync(file, 'utf8')
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, first = '', second = '']) => [first, second] as const)

const modules = files.filter((file) => file.endsWith('.module.css'))
const withoutComments = (css: string) => css.replaceAll(/\/\*[\s\S]*?\*\//g, '')
/** Reads selectors only: in declarations, values such as `0.5s` would look like classes. */
const classesIn = (css: string) => all(withoutComments(css), /\.([A-Za-z_][\w-]*)(?=[^{};]*\{)/g).map(([name]) => name)
const defined = new Set(modules.flatMap((file) => classesIn(read(file)).map((name) => `${file} .${name}`)))

const components = files.filter((file) => /\.tsx?$/.test(file))
const pathOf = (from: string, to: string) => (to.startsWith('#') ? to.slice(1) : join(dirname(from), to))
const used = components.flatMap((file) => {
  const source = read(file)
  return all(source, /import (\w+) from '([^']+\.module\.css)'/g).flatMap(([name, module]) =>
    all(source, new RegExp(`\\b${name}\\.(\\w+)`, 'g')).map(([it]) => ({ file, it: `${pathOf(file, module)} .${it}` })),
  )
})

test('every class that a component uses stands in its CSS module', () => {
  expect(used.length).toBeGreaterThan(100)
  expect(used.filter(({ it }) => !defined.has(it)).map(({ file, it }) => `${file}: ${it}`)).toEqual([])
})

test('every class of a CSS module is used', () => {
  const usedClasses = new Set(used.map(({ it }) => it))
  expect([...defined].filter((it) => !usedClasses.has(it))).toEqual([])
})

test('classes are named in full, so that the two tests above see them', () => {
  const imported = components.flatMap((file) =>
    all(read(file), /import (\w+) from '[^']+\.module\.css'/g).map(([name]) => ({ file, name })),
  )
  expect(imported.filter(({ file, name }) => new RegExp(`\\b${name}\\b(?![.'])(?! from)`).test(read(file)))).toEqual([])
})
