import { dirname, resolve } from 'node:path'
import type { Environment } from '#server/boot/environment.ts'
import type { Reported } from '#server/doctor/run.ts'
import { dialect } from '#server/system/migrations-repo.ts'
import type { SystemFinding } from '#shared/system.ts'

/** The machine's folders, longest first, and what stands for them: answers of the API have no paths of the machine. */
function foldersIn({ DATA_DIR, filesFolder, databaseUrl }: Environment): { path: string; name: string }[] {
  const file = databaseUrl.replace(/^file:/, '')
  const ofDatabase = [
    { path: resolve(file), name: 'DATABASE_URL' },
    { path: resolve(dirname(file)), name: 'the folder of DATABASE_URL' },
  ]
  return [
    { path: resolve(DATA_DIR), name: 'DATA_DIR' },
    ...(filesFolder === undefined ? [] : [{ path: resolve(filesFolder), name: 'EXPORT_FOLDER' }]),
    ...(dialect === 'sqlite' ? ofDatabase : []),
  ].toSorted((one, other) => other.path.length - one.path.length)
}

/** The findings of the checks as owners get them. */
export function findingsIn(report: readonly Reported[], env: Environment): SystemFinding[] {
  const folders = foldersIn(env)
  const told = (text: string) => folders.reduce((said, { path, name }) => said.replaceAll(path, name), text)
  return report.flatMap(({ check, findings }) =>
    findings.map((finding) => {
      const mend = 'mend' in finding ? finding.mend : undefined
      return { check, level: finding.level, says: told(finding.says), mend: mend === undefined ? null : told(mend) }
    }),
  )
}
