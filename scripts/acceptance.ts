// Which test proves which clause, from docs/acceptance.md: for the test of the page itself and for the run of all tests.
import { readFileSync } from 'node:fs'
import type { Outcome } from './test-reports.ts'

/** `title` as in the file, including placeholders. */
export type Proof = { clause: string; file: string; title: string }
/** `otherwise`: clauses that a product decision partly overrules. */
export type Acceptance = { proofs: Proof[]; otherwise: string[] }

const id = '[A-Z]+(?:-[A-Z]+)*-\\d{2,3}'
/** A clause with its sentence, followed by the line of its test. */
const entry = new RegExp(`^- \\*\\*(${id})\\*\\*: .+\n {2}- \`(\\S+)\` › \`(.+)\`$`, 'gm')
const listed = new RegExp(`^- (${id})\\b`, 'gm')

/** Parses the page: the list of decisions, then the lists of clauses. */
export function acceptance(page = readFileSync('docs/acceptance.md', 'utf8')): Acceptance {
  const proofs = [...page.matchAll(entry)].map(([, clause = '', file = '', title = '']) => ({ clause, file, title }))
  return { proofs, otherwise: [...page.matchAll(listed)].map(([, clause = '']) => clause) }
}

/** Whether a clause is none of the specification. */
export const isBeyond = ({ clause }: Pick<Proof, 'clause'>): boolean => clause.startsWith('MORE-')

const placeholder = /\$\{[^}]*\}|\$\w+|%[sdifjo]/

/** Matches the titles of a title with placeholders. */
const titlesOf = (title: string) => new RegExp(`^${title.split(placeholder).map(RegExp.escape).join('.*')}$`, 's')

/** The proofs whose test did not run or did not pass. If a title matches several tests, all must pass. */
export function unproved(proofs: readonly Proof[], outcomes: readonly Outcome[]): Proof[] {
  const isProved = ({ file, title }: Proof) => {
    const pattern = titlesOf(title)
    const tests = outcomes.filter((outcome) => outcome.file === file && pattern.test(outcome.title))
    return tests.length > 0 && tests.every(({ hasPassed }) => hasPassed)
  }
  return proofs.filter((proof) => !isProved(proof))
}

/** A proof as a line of a report. */
export const proofLine = ({ clause, file, title }: Proof): string => `${clause}: ${file}, "${title}"`
