// Writes the migrations of both databases for drizzle/schema.ts. With `--check`, it fails if any are missing.
import { spawnSync } from 'node:child_process'

const urls = { sqlite: 'file:unused', postgres: 'postgres://unused' }

for (const url of Object.values(urls)) {
  const { status } = spawnSync('node_modules/.bin/drizzle-kit', ['generate', '--config', 'drizzle/config.ts', ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, DATABASE_URL: url },
  })
  if (status !== 0) process.exit(status ?? 1)
}
