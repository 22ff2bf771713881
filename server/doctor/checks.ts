import { checkAddress } from '#server/doctor/address-check.ts'
import {
  checkCatalogue,
  checkDatabase,
  checkDatabaseClock,
  checkIntegrity,
  checkMigrations,
  checkShopClocks,
} from '#server/doctor/database-checks.ts'
import { checkEnvironment, checkSecret } from '#server/doctor/environment-check.ts'
import { checkDestinations } from '#server/doctor/destinations-check.ts'
import type { Examined } from '#server/doctor/examined.ts'
import type { Finding } from '#server/doctor/finding.ts'
import { checkBackups, checkDataFolder, checkExportFiles } from '#server/doctor/folder-checks.ts'
import { checkGoogle } from '#server/doctor/google-check.ts'
import { checkMail } from '#server/doctor/mail-check.ts'
import { checkStores } from '#server/doctor/stores-check.ts'
import type { VariableName } from '#server/boot/environment.ts'

/** In the order of the report. */
export const checkNames = [
  'environment',
  'secret',
  'database',
  'migrations',
  'integrity',
  'catalogue',
  'data folder',
  'export files',
  'backups',
  'clock of the database',
  'clock of the shops',
  'mail',
  'address',
  'google',
  'stores',
  'destinations',
] as const
export type CheckName = (typeof checkNames)[number]

/** `needs`: the variables that have to be valid. `ms`: its most time. `run` never changes the installation. */
export type Check = { needs: readonly VariableName[]; ms: number; run: (examined: Examined, signal: AbortSignal) => Promise<Finding[]> }

const short = 15_000
/** SQLite reads the whole file. */
const wholeDatabaseMs = 120_000
/** A shop is asked again where it does not answer at once. */
const shopsMs = 60_000
/** A destination may be silent for half of it. */
const destinationsMs = 60_000
/** A storage is asked again where it does not answer at once. */
const bucketMs = 60_000
const toFiles = [
  'DATABASE_URL',
  'DATA_DIR',
  'EXPORT_FILES',
  'EXPORT_FOLDER',
  'EXPORT_S3_BUCKET',
  'EXPORT_S3_ENDPOINT',
  'EXPORT_S3_PATH_STYLE',
] as const
const toBackups = ['BACKUP_TO', 'BACKUP_S3_ENDPOINT', 'BACKUP_S3_PATH_STYLE'] as const
const toCredentials = ['DATABASE_URL', 'DATA_DIR', 'APP_SECRET', 'APP_SECRET_PREVIOUS'] as const
const toShops = [...toCredentials, 'PLATFORM_ENDPOINTS'] as const
const toGoogle = [...toCredentials, 'GOOGLE_SERVICE_ACCOUNT', 'GOOGLE_TOKEN_ENDPOINT', 'GOOGLE_SHEETS_ENDPOINT'] as const

const toMail = ['SMTP_URL', 'SMTP_ALLOW_PLAINTEXT', 'MAIL_FROM', 'APP_URL', 'NODE_ENV'] as const
const toDestinations = [...toGoogle, ...toMail, 'DESTINATION_HOSTS'] as const

export const checks: Record<CheckName, Check> = {
  environment: { needs: [], ms: short, run: checkEnvironment },
  secret: { needs: toCredentials, ms: short, run: checkSecret },
  database: { needs: ['DATABASE_URL', 'DATA_DIR'], ms: short, run: checkDatabase },
  migrations: { needs: ['DATABASE_URL', 'DATA_DIR'], ms: short, run: checkMigrations },
  integrity: { needs: ['DATABASE_URL', 'DATA_DIR'], ms: wholeDatabaseMs, run: checkIntegrity },
  catalogue: { needs: ['DATABASE_URL', 'DATA_DIR'], ms: short, run: checkCatalogue },
  'data folder': { needs: ['DATABASE_URL', 'DATA_DIR'], ms: short, run: checkDataFolder },
  'export files': { needs: toFiles, ms: bucketMs, run: checkExportFiles },
  backups: { needs: toBackups, ms: bucketMs, run: checkBackups },
  'clock of the database': { needs: ['DATABASE_URL', 'DATA_DIR'], ms: short, run: checkDatabaseClock },
  'clock of the shops': { needs: toShops, ms: shopsMs, run: checkShopClocks },
  mail: { needs: toMail, ms: 45_000, run: checkMail },
  address: { needs: ['APP_URL', 'PORT', 'HOST', 'APP_SECRET', 'DATA_DIR'], ms: short, run: checkAddress },
  google: { needs: toGoogle, ms: short, run: checkGoogle },
  stores: { needs: toShops, ms: shopsMs, run: checkStores },
  destinations: { needs: toDestinations, ms: destinationsMs, run: checkDestinations },
}
