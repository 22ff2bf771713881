import satisfies from 'spdx-satisfies'
import { idOf, type Part } from './parts.ts'

/** Licences that allow to pass the product on under its own, with their notice. */
const allowed = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
]

type Exception = { /** The parts' names. */ names: RegExp; license: string; /** Why it is no obstacle. */ reason: string }

/** Parts with another licence. */
const exceptions: readonly Exception[] = [
  {
    // One for each system and processor.
    names: /^@img\/sharp-libvips-/,
    license: 'LGPL-3.0-or-later',
    reason: 'A shared library that is loaded at run time, unchanged, and can be replaced by another build of it.',
  },
]

const exceptionOf = ({ name, license }: Part): Exception | undefined =>
  exceptions.find((one) => one.names.test(name) && one.license === license)

/** The parts whose licence is not allowed, with it. */
export const refusedLicences = (parts: readonly Part[]): string[] =>
  parts.filter((part) => !exceptionOf(part) && !satisfies(part.license, allowed)).map((part) => `${idOf(part)}: ${part.license}`)

/** The exceptions that no part needs any more, by their licences. */
export const unusedExceptions = (parts: readonly Part[]): string[] =>
  exceptions.filter((exception) => !parts.some((part) => exceptionOf(part) === exception)).map(({ license }) => license)

const line = '-'.repeat(80)

/** The file THIRD-PARTY-LICENSES: each part with its licence and the text of it. Equal texts stand once, below all of their parts. */
export function thirdPartyLicences(parts: readonly Part[]): string {
  const byText = new Map<string, Part[]>()
  for (const part of parts) byText.set(part.text, [...(byText.get(part.text) ?? []), part])
  const sections = [...byText].map(([text, those]) => {
    const names = those.map((part) => `${idOf(part)} (${part.license})`)
    const reasons = those.flatMap((part) => exceptionOf(part)?.reason ?? [])
    return [line, ...names, ...reasons, line, '', text].join('\n')
  })
  return `The packed server contains the following parts of others.\n\n${sections.join('\n\n')}\n`
}
