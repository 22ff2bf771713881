// npm run restore -- <backup>: restores an installation from a folder of npm run backup, with the environment of the new server: its
// APP_SECRET, and an empty database.
import { loadDatabase } from '#drizzle/backup.ts'
import { emptyCatalogue } from '#drizzle/catalogue/emptying.ts'
import { restoreBackup } from '#server/backup/restore.ts'
import { withBackup } from '#server/backup/run.ts'
import { backupSourceOf } from '#server/boot/backup-place.ts'
import { beginCommand } from '#server/boot/command-line.ts'
import { readEnvironment } from '#server/boot/environment.ts'
import { existingSecret } from '#server/secrets/secret.ts'
import { openBucket } from '#server/storage/bucket.ts'
import { createVault } from '#server/stores/vault.ts'
import { operator } from './shell-note.ts'

const [source = ''] = beginCommand('restore').words
const env = readEnvironment()
const { databaseUrl, filesFolder, DATA_DIR: dataDir, APP_SECRET_PREVIOUS: previousSecrets } = env
const vault = createVault({ appSecret: existingSecret(env), previousSecrets })
const filesBucket = env.filesBucket && (await openBucket(env.filesBucket))
const now = new Date()
const { manifest, endedJobs, missingFiles } = await withBackup(backupSourceOf(source, env.backupBucket), dataDir, now, (folder) =>
  restoreBackup({
    source: folder,
    dataDir,
    filesFolder,
    filesBucket,
    vault,
    loadDatabase: (loading) => loadDatabase(databaseUrl, loading),
    emptyCatalogue: () => emptyCatalogue({ url: databaseUrl, dataDir }),
    now,
    by: { operator: operator(), from: source },
  }),
)
filesBucket?.close()
console.log(
  `Restored as of ${manifest.createdAt}: ${manifest.database.tables.length} tables, ${manifest.files.length} files, each as it was.`,
)
console.log('Everybody signs in again. What was revoked since then is valid again: please look through Team, invitations and API keys.')
if (endedJobs > 0) console.log(`${endedJobs} exports were under way; they have failed now, and Retry goes on with them.`)
for (const name of missingFiles) console.log(`A finished export offers the file ${name}, which is not in the backup.`)
