import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test.each(['sqlite', 'postgres'])('the %s migrations are those of the schema', (dialect) => {
  const url = dialect === 'sqlite' ? 'file:unused' : 'postgres://unused'
  const { stdout } = spawnSync(
    'node_modules/.bin/drizzle-kit',
    ['generate', '--explain', '--output', 'json', '--config', 'drizzle/config.ts'],
    {
      encoding: 'utf8',
      env: { ...process.env, DATABASE_URL: url },
    },
  )
  expect(JSON.parse(stdout)).toMatchObject({ status: 'no_changes' })
})
