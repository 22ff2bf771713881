import { defineConfig } from 'drizzle-kit'
import { dialect } from '#drizzle/dialect.ts'

const schema = [
  'schema',
  'audit-tables',
  'second-factor-tables',
  'job-tables',
  'key-tables',
  'mail-tables',
  'event-tables',
  'notification-tables',
  'destination-tables',
  'approval-tables',
  'backup-tables',
  'schedule-tables',
  'catalogue-tables',
  'budget-tables',
].map((file) => `./drizzle/${file}.ts`)

// drizzle-kit requires a literal dialect, so there are two branches.
export default dialect === 'postgres'
  ? defineConfig({ dialect: 'postgresql', schema, out: './drizzle/postgres' })
  : defineConfig({ dialect: 'sqlite', schema, out: './drizzle/sqlite' })
