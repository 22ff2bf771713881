// The proof on one database, the one in DATABASE_URL or a SQLite file, with its storages for files.
import { dialect } from '#drizzle/dialect.ts'
import { ExportFormat } from '#shared/export-format.ts'
import { formatLabels } from '#shared/format-messages.ts'
import { killsAtEveryPoint, randomKills, undisturbed, type Verdict } from './kills.ts'
import { startS3 } from '../scripts/s3-server.ts'
import { allProducts, openExportEnvironment } from './export-environment.ts'

const kills = Number(process.argv[2] ?? 200)
/** More than 20,000 rows of 52 columns; and few enough for one export per step, with three checkpoints that reveal the seeded bugs. */
const [large, small] = [4_400, 480]
/** A file of more than 8 MiB, so that it is uploaded by parts. */
const largeInBucket = 6_000
/** Files of other formats are made of stored rows at the end, in the same way for all of them. */
const otherFormats = ExportFormat.exclude(['csv']).options
/** The share of the kills for each of them. */
const killsOfFormat = Math.ceil(kills / 10)
/** A tenth of a small export: its steps are the same, except for the number of pages. */
const tiny = 48
/** These bugs concern files in a folder. */
const mutants = ['resumeFromEnd', 'checkpointBeforeWrite'] as const
/** What each database keeps the files in by default, and a bucket. */
const storages = dialect === 'sqlite' ? (['folder', 'S3'] as const) : (['database', 'S3'] as const)
const results: boolean[] = []

function tell(storage: string, what: string, { exports, kills: killed, different, rows }: Verdict, isGood: boolean) {
  const database = dialect === 'sqlite' ? 'SQLite' : 'Postgres'
  console.log(`| ${database} | ${storage} | ${what} | ${killed} | ${exports} | ${rows} | ${different} | ${isGood ? 'ok' : 'NOT OK'} |`)
  results.push(isGood)
}

for (const storage of storages) {
  await using s3 = storage === 'S3' ? await startS3() : null
  const files = s3 ? { filesBucket: s3.place } : {}
  {
    await using environment = await openExportEnvironment({ products: s3 ? largeInBucket : large, ...files })
    const random = await randomKills(environment, await undisturbed(environment), kills)
    tell(storage, 'at random moments, 15 % of the shop’s answers failing', random, random.different === 0)
  }
  await using environment = await openExportEnvironment({ products: small, ...files })
  const { bytes } = await undisturbed(environment)
  const steps = await killsAtEveryPoint(environment, bytes)
  tell(storage, 'at every write, fsync, statement, rename and call', steps, steps.different === 0)
  for (const mutant of storage === 'folder' ? mutants : []) {
    const found = await killsAtEveryPoint(environment, bytes, mutant)
    tell(storage, `at every step, with the seeded bug ${mutant}, which must show`, found, found.different > 0)
  }
  for (const format of otherFormats) {
    await using other = await openExportEnvironment({ products: large, task: allProducts(format), ...files })
    const random = await randomKills(other, await undisturbed(other), killsOfFormat)
    tell(storage, `${formatLabels[format]}: at random moments`, random, random.different === 0)
  }
  await using workbook = await openExportEnvironment({ products: tiny, task: allProducts('xlsx'), ...files })
  const ofWorkbook = await killsAtEveryPoint(workbook, (await undisturbed(workbook)).bytes)
  tell(storage, `${formatLabels.xlsx}: at every step`, ofWorkbook, ofWorkbook.different === 0)
}
process.exitCode = results.every(Boolean) ? 0 : 1
