// The claims in docs/security/asvs.md, for the test that checks them.
import { readFileSync } from 'node:fs'

export const statuses = ['met', 'not applicable', 'open'] as const
/** A test, by its file and its title as in the file, or a page of the documentation. */
type Proof = { file: string; title: string | null }
export type Requirement = { id: string; level: string; status: string; proofs: readonly Proof[]; reason: string }

const tableRow = /^\| (\d+\.\d+\.\d+) +\| (\d) +\| .+? +\| (met|not applicable|open) +\| (.+?) +\|$/gm

function proofsIn(text: string): Proof[] {
  return text.split(' · ').map((proof) => {
    const [file = '', title = null] = proof.split(' › ')
    return { file, title }
  })
}

/** Parses the page's tables. */
export function asvs(page = readFileSync('docs/security/asvs.md', 'utf8')): Requirement[] {
  return [...page.matchAll(tableRow)].map(([, id = '', level = '', status = '', last = '']) => ({
    id,
    level,
    status,
    proofs: status === 'met' ? proofsIn(last) : [],
    reason: last,
  }))
}
