// npm run backup -- <folder>: writes a backup of the environment's installation, which may be running, into a new subfolder. The backup
// does not contain APP_SECRET. Both together reveal the shops' credentials, so keep them apart.
import { saveDatabase } from '#drizzle/backup.ts'
import { writeBackup } from '#server/backup/write.ts'
import { readEnvironment } from '#server/boot/environment.ts'
import { endStart } from '#server/boot/start-failure.ts'
import { StartRefused } from '#shared/start-refused.ts'

process.once('uncaughtException', endStart)

const [target] = process.argv.slice(2)
if (target === undefined) throw new StartRefused('Please name a folder for backups: npm run backup -- /srv/backups')
const { databaseUrl, filesFolder, DATA_DIR: dataDir } = readEnvironment()
const { folder, manifest } = await writeBackup({
  target,
  dataDir,
  filesFolder,
  saveDatabase: (into) => saveDatabase(databaseUrl, into),
  now: new Date(),
})
const { database, files } = manifest
const rows = database.tables.reduce((sum, table) => sum + table.rows, 0)
const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
console.log(`${folder}: ${database.tables.length} tables, ${rows} rows, ${files.length} files, ${bytes} bytes, read back and compared`)
console.log('APP_SECRET is not in it. Keep it in a place of its own: without it, nobody can use the stored credentials.')
