// npm run packages:due: whether a newer version of a package in package.json has been out for longer than docs/security/operations.md
// allows. It needs the npm registry, so it is not part of `npm test`.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { z } from 'zod'
import { daysForNewer, overdue, type Outdated } from './packages/overdue.ts'

const run = promisify(execFile)
const Manifest = z.object({ dependencies: z.record(z.string(), z.string()), devDependencies: z.record(z.string(), z.string()) })
const Versions = z.union([z.array(z.string()), z.string().transform((one) => [one])])
const Times = z.record(z.string(), z.string())
/** Excludes builds of single commits, which some packages publish in addition to releases. */
const release = /^\d+\.\d+\.\d+(-rc\.\d+)?$/

async function view(...asked: string[]): Promise<unknown> {
  const { stdout } = await run('npm', ['view', ...asked, '--json', '--loglevel=error'], { maxBuffer: 64 * 1024 * 1024 })
  return JSON.parse(stdout)
}

/** The later releases of the installed major version. */
async function outdated([name, version]: [string, string]): Promise<Outdated> {
  const [versions, times] = [Versions.parse(await view(`${name}@^${version}`, 'version')), Times.parse(await view(name, 'time'))]
  const published = (one: string) => times[one] ?? ''
  const newer = versions.filter((one) => release.test(one) && published(one) > published(version))
  return { name, version, newer: newer.map((one) => ({ version: one, published: published(one) })) }
}

const { dependencies, devDependencies } = Manifest.parse(JSON.parse(readFileSync('package.json', 'utf8')))
const packages: Outdated[] = []
for (const entry of Object.entries({ ...dependencies, ...devDependencies })) packages.push(await outdated(entry))
const late = overdue(packages, new Date())
for (const { name, version, newer, days } of late) console.error(`${name} ${version}: ${newer} has been out for ${days} days`)
console.log(`${packages.length} packages, ${late.length} behind a newer version for more than ${daysForNewer} days`)
process.exitCode = late.length > 0 ? 1 : 0
