import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Packs the server of these sources into a new folder, which is deleted at the end of this process. Returns the folder. */
export function packedServer(): string {
  const folder = mkdtempSync(join(tmpdir(), 'packed-server-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const { status } = spawnSync(process.execPath, ['scripts/pack-server.ts', folder], { stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error('the server could not be packed')
  return folder
}
