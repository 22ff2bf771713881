import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { thirdPartyLicences } from './licences.ts'
import { partsOfServer } from './parts.ts'
import { makeSbom } from './sbom.ts'

/** Writes what others made of the packed server into a folder: a bill of materials (CycloneDX 1.6), and the licences. */
export function writeParts(root: string, folder: string) {
  const parts = partsOfServer(root)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES'), thirdPartyLicences(parts))
  writeFileSync(join(folder, 'sbom.cdx.json'), makeSbom(parts))
}
