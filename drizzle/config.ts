import { defineConfig } from 'drizzle-kit'
import { dialect } from '#drizzle/columns.ts'

// drizzle-kit wants a literal dialect, hence two branches.
export default dialect === 'postgres'
  ? defineConfig({ dialect: 'postgresql', schema: './drizzle/schema.ts', out: './drizzle/postgres' })
  : defineConfig({ dialect: 'sqlite', schema: './drizzle/schema.ts', out: './drizzle/sqlite' })
