// Which test proves which clause: docs/acceptance.md, for the test of the table itself and for the run of all tests.
import { readFileSync } from 'node:fs'
import type { Outcome } from './test-reports.ts'

/** `title` as the file spells it, placeholders included. */
export type Proof = { clause: string; file: string; title: string }
/** `otherwise`: clauses that a decision of the product overrules in part. */
export type Acceptance = { proofs: Proof[]; otherwise: string[] }

const id = '[A-Z]+(?:-[A-Z]+)*-\\d\\d'
/** A clause with its sentence, and its test on the line below. */
const entry = new RegExp(`^- \\*\\*(${id})\\*\\*: .+\n {2}- \`(\\S+)\` › \`(.+)\`$`, 'gm')
const listed = new RegExp(`^- (${id})\\b`, 'gm')

/** Reads the page: the list of decisions, and the lists of clauses after it. */
export function acceptance(page = readFileSync('docs/acceptance.md', 'utf8')): Acceptance {
  const proofs = [...page.matchAll(entry)].map(([, clause = '', file = '', title = '']) => ({ clause, file, title }))
  return { proofs, otherwise: [...page.matchAll(listed)].map(([, clause = '']) => clause) }
}

const placeholder = /\$\{[^}]*\}|\$\w+|%[sdifjo]/

/** The titles that a title with placeholders stands for. */
const titlesOf = (title: string) => new RegExp(`^${title.split(placeholder).map(RegExp.escape).join('.*')}$`, 's')

/** The clauses whose test did not run, or did not pass; where a title stands for several tests, all must. */
export function unproved(proofs: readonly Proof[], outcomes: readonly Outcome[]): string[] {
  const isProved = ({ file, title }: Proof) => {
    const pattern = titlesOf(title)
    const tests = outcomes.filter((outcome) => outcome.file === file && pattern.test(outcome.title))
    return tests.length > 0 && tests.every(({ hasPassed }) => hasPassed)
  }
  return proofs.filter((proof) => !isProved(proof)).map(({ clause, file, title }) => `${clause}: ${file}, "${title}"`)
}
