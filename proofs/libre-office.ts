// LibreOffice without a screen, for the proofs that open files in it.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { installDebianPackage } from '../scripts/debian-packages.ts'

const office = 'soffice'
/** The number of files for one process: its start takes seconds, and it opens at most some 250. */
const filesPerProcess = 200

/** Installs LibreOffice where it is missing. Throws where that is not possible. */
export function ensureLibreOffice() {
  if (spawnSync(office, ['--version'], { stdio: 'ignore' }).status === 0) return
  installDebianPackage(
    'libreoffice-calc-nogui',
    'The proof needs LibreOffice. Run: apt-get install --no-install-recommends libreoffice-calc-nogui',
  )
}

/**
 * Opens files and saves them in another format, in the same folder. `to` is the new extension, with its filter after a colon if it needs
 * one. `from`: the filter to open them with. Throws where a file could not be opened.
 */
export function convertInLibreOffice(folder: string, names: readonly string[], { to, from }: { to: string; from?: string }) {
  const extension = `.${to.replace(/:.*/, '')}`
  for (let at = 0; at < names.length; at += filesPerProcess) {
    const files = names.slice(at, at + filesPerProcess).map((name) => join(folder, name))
    const args = [
      `-env:UserInstallation=file://${join(folder, 'profile')}`,
      '--headless',
      ...(from === undefined ? [] : [`--infilter=${from}`]),
      '--convert-to',
      to,
      '--outdir',
      folder,
      ...files,
    ]
    const { status, signal, stderr, error } = spawnSync(office, args, { encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] })
    if (status !== 0) throw new Error(`LibreOffice could not open the files (${error?.message ?? signal ?? status}): ${stderr ?? ''}`)
  }
  const made = new Set(readdirSync(folder))
  const missing = names.filter((name) => !made.has(name.replace(/\.\w+$/, extension)))
  if (missing.length > 0)
    throw new Error(`LibreOffice did not open ${missing.length} of ${names.length} files: ${missing.slice(0, 5).join()}`)
}
