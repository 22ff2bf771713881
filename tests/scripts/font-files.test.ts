import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fontCss, fontPartNames, makeFontPart } from '../../scripts/font-files.ts'

const folder = new URL('../../client/fonts/', import.meta.url)

test.each(fontPartNames)('the font file %s is what the package gives, so that nobody edits it by hand', async (part) => {
  expect(Buffer.compare(await makeFontPart(part), readFileSync(new URL(`inter-${part}.woff2`, folder)))).toBe(0)
})

test('the rules of the font are made with its files', () => {
  expect(readFileSync(new URL('inter.css', folder), 'utf8')).toBe(fontCss())
})
