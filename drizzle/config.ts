import { defineConfig } from 'drizzle-kit'
import { dialect } from '#drizzle/columns.ts'

const schema = ['./drizzle/schema.ts', './drizzle/job-tables.ts']

// drizzle-kit wants a literal dialect, hence two branches.
export default dialect === 'postgres'
  ? defineConfig({ dialect: 'postgresql', schema, out: './drizzle/postgres' })
  : defineConfig({ dialect: 'sqlite', schema, out: './drizzle/sqlite' })
