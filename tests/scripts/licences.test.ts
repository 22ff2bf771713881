// What the packed server contains of others: every part has an allowed licence and its text, and the list of parts is valid CycloneDX.
import { Validation } from '@cyclonedx/cyclonedx-library'
import { expect, test } from 'vitest'
import { refusedLicences, thirdPartyLicences, unusedExceptions } from '../../scripts/server-package/licences.ts'
import { idOf, partsOfServer } from '../../scripts/server-package/parts.ts'
import { makeSbom, sbomVersion } from '../../scripts/server-package/sbom.ts'

const parts = partsOfServer(process.cwd())
const names = parts.map(({ name }) => name)

test('the parts are those of the server and of the web app, with Node and the typeface, and not those of development', () => {
  expect(names).toEqual(expect.arrayContaining(['fastify', 'better-sqlite3', 'react', '@mantine/core', 'node', 'inter']))
  expect(names.filter((name) => ['vite', 'vitest', 'typescript', 'marked', 'drizzle-kit'].includes(name))).toEqual([])
  expect(new Set(parts.map(idOf)).size).toBe(parts.length)
})

test('every part has a licence that is allowed, or an exception with its reason', () => {
  expect(refusedLicences(parts)).toEqual([])
  expect(unusedExceptions(parts)).toEqual([])
})

test.each(['GPL-3.0-only', 'MIT AND AGPL-3.0-only', 'LGPL-3.0-or-later', 'BUSL-1.1'])('a part under %s is refused by name', (license) => {
  const [part] = parts
  if (!part) throw new Error('there are no parts')
  expect(refusedLicences([{ ...part, name: 'other', version: '1.0.0', license }])).toEqual([`other@1.0.0: ${license}`])
  expect(refusedLicences([{ ...part, license: `${license} OR MIT` }])).toEqual([])
})

test('the file of licences has every part with a text', () => {
  const file = thirdPartyLicences(parts)
  expect(parts.filter((part) => !file.includes(`\n${idOf(part)} (${part.license})\n`)).map(idOf)).toEqual([])
  expect(parts.filter(({ text }) => text.length < 400).map(idOf)).toEqual([])
})

test('the bill of materials is valid, names every part once, and is the same each time', async () => {
  const sbom = makeSbom(parts)
  expect(await new Validation.JsonStrictValidator(sbomVersion).validate(sbom)).toBeNull()
  const { components, dependencies } = JSON.parse(sbom)
  const listed: string[] = components.map((component: { 'bom-ref': string }) => component['bom-ref'])
  expect(listed.toSorted()).toEqual(parts.map(idOf).toSorted())
  expect(makeSbom(partsOfServer(process.cwd()))).toBe(sbom)
  const fastify = parts.find(({ name }) => name === 'fastify')
  const needs = dependencies.find(({ ref }: { ref: string }) => ref === (fastify && idOf(fastify)))
  expect(needs.dependsOn.toSorted()).toEqual(fastify?.needs)
})

test('an invalid bill would be noticed', async () => {
  const broken = makeSbom(parts).replace('"type": "library"', '"type": "book"')
  expect(await new Validation.JsonStrictValidator(sbomVersion).validate(broken)).not.toBeNull()
})
