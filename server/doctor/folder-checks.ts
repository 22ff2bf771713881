import { mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { dialect } from '#server/doctor/database-repo.ts'
import type { Examined } from '#server/doctor/examined.ts'
import { bucketFindings } from '#server/doctor/bucket-check.ts'
import { ok, problem, innermostReason, warning, type Finding } from '#server/doctor/finding.ts'

const megabyte = 1024 * 1024
/** Below it, the database may refuse writes soon. */
const leastFreeBytes = 200 * megabyte
const fewFreeBytes = 1024 * megabyte
/** The rights of everybody but the owner. */
const others = 0o077

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

async function freeSpace(folder: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  const says = `${folder} has ${Math.floor(free / megabyte)} MB free.`
  const mend = 'Make room, or move the folder to a larger disk.'
  return free < leastFreeBytes ? problem(says, mend) : free < fewFreeBytes ? warning(says, mend) : ok(says)
}

async function writability(folder: string): Promise<Finding[]> {
  try {
    await rm(await mkdtemp(join(folder, '.doctor-')), { recursive: true })
    return []
  } catch (error) {
    return [
      problem(`${folder} cannot be written: ${innermostReason(error)}.`, 'Give the folder to the user that runs the server (`chown -R`).'),
    ]
  }
}

/** Whether the folder and what lies directly in it belong to the user of this command. Windows has no such owners. */
async function ownership(folder: string, isPrivate: boolean): Promise<Finding[]> {
  const me = process.getuid?.()
  if (me === undefined) return []
  const paths = [folder, ...(await readdir(folder)).map((name) => join(folder, name))]
  const found = await Promise.all(paths.map(async (path) => ({ path, uid: (await stat(path)).uid })))
  const [foreign] = found.filter(({ uid }) => uid !== me)
  const { mode } = await stat(folder)
  return [
    ...(foreign
      ? [
          warning(
            `${foreign.path} belongs to user ${foreign.uid}, and this command runs as user ${me}.`,
            'Run the server and its commands as one user, who owns the folder.',
          ),
        ]
      : []),
    ...(isPrivate && (mode & others) !== 0 ? [warning(`Other users may enter ${folder}.`, `Close it with \`chmod 700 ${folder}\`.`)] : []),
  ]
}

async function folderFindings(folder: string, isPrivate: boolean): Promise<Finding[]> {
  if (!(await isThere(folder))) return [warning(`${folder} does not exist yet.`, 'It is made when it is needed first.')]
  const refusals = await writability(folder)
  return refusals.length > 0 ? refusals : [await freeSpace(folder), ...(await ownership(folder, isPrivate))]
}

/** The data folder, and that of the SQLite file where it lies elsewhere. */
export async function checkDataFolder({ env }: Examined): Promise<Finding[]> {
  const folders = [resolve(env.DATA_DIR), ...(dialect === 'sqlite' ? [resolve(dirname(env.databaseUrl.replace(/^file:/, '')))] : [])]
  const findings = await Promise.all([...new Set(folders)].map((folder) => folderFindings(folder, true)))
  return findings.flat()
}

const filesIn = (folder: string) =>
  readdir(folder, { withFileTypes: true }).then(
    (entries) => entries.filter((entry) => entry.isFile()).length,
    () => 0,
  )

/** Files that were left in the folder of exports when another storage was chosen. Those are removed from the present storage alone. */
async function leftBehind({ DATA_DIR, filesFolder }: Examined['env']): Promise<Finding[]> {
  const former = resolve(DATA_DIR, 'exports')
  const count = filesFolder !== undefined && resolve(filesFolder) === former ? 0 : await filesIn(former)
  if (count === 0) return []
  const says = `${count} files of exports lie in ${former}, from before they got another place. No time removes them.`
  return [warning(says, `Remove them (\`rm -r ${former}\`): nobody can download them any more.`)]
}

async function presentFiles({ env }: Examined): Promise<Finding[]> {
  if (env.filesBucket) return bucketFindings(env.filesBucket, 'EXPORT_S3')
  if (env.filesFolder === undefined) return [ok('Files of exports are in the database.')]
  return folderFindings(resolve(env.filesFolder), false)
}

/** Where files of exports are kept, and where they were before. */
export const checkExportFiles = async (examined: Examined): Promise<Finding[]> => [
  ...(await presentFiles(examined)),
  ...(await leftBehind(examined.env)),
]

/** The place of scheduled backups. */
export async function checkBackups({ env }: Examined): Promise<Finding[]> {
  if (!env.backups) return [ok('No backups are scheduled: BACKUP_TO is not given.')]
  const { place } = env.backups
  return 'bucket' in place ? bucketFindings(place.bucket, 'BACKUP_S3') : folderFindings(resolve(place.folder), true)
}
