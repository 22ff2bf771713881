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

const projects = ['server', 'client', 'tests']
/** The compiler caches its results, so that the next run checks only changes. */
const typeCheck = (project: string) =>
  tool('tsc', ['-p', project, '--incremental', '--tsBuildInfoFile', `node_modules/.cache/types/${project}.json`])

/**
 * The checks without running code: format, lint, unused code and types. Returns whether all succeeded. They run one after another, because
 * each uses all cores: side by side they take half as long again.
 */
export async function staticChecks(): Promise<boolean> {
  const checks = [
    () => tool('oxfmt', ['--check']),
    () => tool('oxlint'),
    () => tool('knip'),
    ...projects.map((one) => () => typeCheck(one)),
  ]
  let areClean = true
  for (const check of checks) areClean = (await check()) && areClean
  return areClean
}
