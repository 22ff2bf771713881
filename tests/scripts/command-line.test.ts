// The arguments of the commands: only those of the usage are taken, and nothing else runs.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { commandText, commands, usageOf, type CommandName } from '#shared/commands.ts'

const folder = mkdtempSync(join(tmpdir(), 'command-line-'))
afterAll(() => rmSync(folder, { recursive: true }))

const fileOf = (name: CommandName) => (name === 'start' ? 'server/main.ts' : `scripts/${name}.ts`)
function run(name: CommandName, ...given: string[]) {
  const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: join(folder, 'data') }
  const { status, stdout, stderr } = spawnSync(process.execPath, [fileOf(name), ...given], { encoding: 'utf8', env })
  return { status, stdout, stderr }
}

const names = Object.keys(commands).filter((name): name is CommandName => name in commands)

test.each(names)('%s does nothing but tell its usage, when asked for it or called with an unknown option', (name) => {
  expect(run(name, '--help')).toEqual({ status: 0, stdout: `${usageOf(name)}\n`, stderr: '' })
  expect(run(name, '--dryrun')).toEqual({ status: 2, stdout: '', stderr: `Unknown option '--dryrun'.\n${usageOf(name)}\n` })
  expect(readdirSync(folder)).toEqual([])
})

test.each(names)('%s takes as many arguments as its usage shows', (name) => {
  const [least, most] = commands[name].words
  if (least > 0) expect(run(name)).toEqual({ status: 2, stdout: '', stderr: `An argument is missing.\n${usageOf(name)}\n` })
  const many = Array.from({ length: Math.min(most, 2) }, () => 'one')
  if (most < Infinity)
    expect(run(name, ...many, 'more')).toEqual({
      status: 2,
      stdout: '',
      stderr: `There is an argument too many: more\n${usageOf(name)}\n`,
    })
  expect(run(name, ...many.slice(1), '')).toMatchObject({ status: 2, stderr: `An argument is empty.\n${usageOf(name)}\n` })
  expect(readdirSync(folder)).toEqual([])
})

test('an option with a value is refused without one, or with another', () => {
  const place = join(folder, 'backups')
  expect(run('backup', place, '--keep')).toMatchObject({ status: 2, stderr: expect.stringContaining(usageOf('backup')) })
  for (const keep of ['0', 'many', '1.5'])
    expect(run('backup', place, '--keep', keep)).toMatchObject({ status: 2, stderr: expect.stringMatching(/^--keep takes the number/) })
})

test('messages name a command as it is called here', () => {
  expect(commandText('migrate', '--dry-run')).toBe('npm run migrate -- --dry-run')
  expect(commandText('audit-verify')).toBe('npm run audit:verify')
  expect(commandText('start')).toBe('npm start')
  expect(commandText('is-alive')).toBe('node scripts/is-alive.ts')
})
