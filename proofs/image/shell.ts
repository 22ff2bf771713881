import { spawnSync } from 'node:child_process'

/** Runs a program and returns what it prints. Throws with its errors where it fails. */
export function run(program: string, args: readonly string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { ...options, encoding: 'utf8', maxBuffer: 2 ** 28 })
  if (error) throw error
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}:\n${stdout.slice(-4_000)}\n${stderr.slice(-4_000)}`)
  return stdout.trim()
}
