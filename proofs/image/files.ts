// What other programs say about the files that run the image and the packed server.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from './shell.ts'

/** As docs/deployment.md has it: the example, with what an operator adds. */
const environment = () =>
  `${readFileSync('.env.example', 'utf8').replace(/^APP_URL=$/m, 'APP_URL=https://office.example.com')}\nPOSTGRES_PASSWORD=proof\n`
const units = ['backcounter.service', 'backcounter-backup.service', 'backcounter-backup.timer']
/** The units name it, and it is not installed here. */
const program = '/opt/backcounter/bin/backcounter'

type Check = { what: string; args: [string, ...string[]] }

const checks: Check[] = [
  { what: 'compose.yaml, by docker-compose', args: ['docker-compose', '--file', 'compose.yaml', 'config', '--quiet'] },
  { what: 'compose.postgres.yaml, by docker-compose', args: ['docker-compose', '--file', 'compose.postgres.yaml', 'config', '--quiet'] },
  { what: 'deploy/Caddyfile, by caddy', args: ['caddy', 'validate', '--adapter', 'caddyfile', '--config', 'deploy/Caddyfile'] },
  ...units.map((unit): Check => ({ what: `deploy/${unit}, by systemd-analyze`, args: ['systemd-analyze', 'verify', join('units', unit)] })),
]

/** Checks each file in a folder of its own. `error`: what its program says, or null. */
export function checkFiles(): { what: string; error: string | null }[] {
  const folder = mkdtempSync(join(tmpdir(), 'files-'))
  try {
    for (const path of ['compose.yaml', 'compose.postgres.yaml', 'deploy']) cpSync(path, join(folder, path), { recursive: true })
    writeFileSync(join(folder, '.env'), environment())
    mkdirSync(join(folder, 'units'))
    for (const unit of units)
      writeFileSync(join(folder, 'units', unit), readFileSync(join('deploy', unit), 'utf8').replace(program, '/bin/true'))
    return checks.map(({ what, args: [command, ...args] }) => {
      try {
        run(command, args, { cwd: folder, env: { ...process.env, APP_URL: 'https://office.example.com' } })
        return { what, error: null }
      } catch (error) {
        return { what, error: String(error) }
      }
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
