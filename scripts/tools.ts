import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** Runs a tool of node_modules and shows its output. Returns whether it succeeded. */
export function tool(name: string, args: readonly string[] = [], given: Record<string, string> = {}): Promise<boolean> {
  const child = spawn(join('node_modules', '.bin', name), args, { stdio: 'inherit', env: { ...process.env, ...given } })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => {
      if (code !== 0) console.error(`${name} ${args.join(' ')} failed`)
      resolve(code === 0)
    })
  })
}

/** The checks without running code: format, lint, unused code and types, in parallel. Returns whether all succeeded. */
export async function staticChecks(): Promise<boolean> {
  const checks = [
    tool('oxfmt', ['--check']),
    tool('oxlint'),
    tool('knip'),
    ...['server', 'client', 'tests'].map((project) => tool('tsc', ['-p', project])),
  ]
  return (await Promise.all(checks)).every(Boolean)
}
