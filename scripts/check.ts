// npm run check: all checks that take less than a minute: format, lint, types, unused code, and the tests without server and browser.
import { buildClient } from './build-client.ts'
import { staticChecks, tool } from './tools.ts'

const quickTests = [
  'tests/architecture.test.ts',
  'tests/acceptance.test.ts',
  'tests/secure-code.test.ts',
  'tests/docs',
  'tests/shared',
  'tests/client',
]

const areClean = await staticChecks()
buildClient()
const havePassed = await tool('vitest', ['run', '--project', 'server', ...quickTests], { DATABASE_URL: '' })
process.exitCode = areClean && havePassed ? 0 : 1
