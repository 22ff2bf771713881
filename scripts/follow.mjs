// Runs a command for scripts/bootstrap.mjs. Plain JavaScript for Node 18 and later, like the bootstrap itself.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'

const passedOn = ['SIGTERM', 'SIGINT', 'SIGHUP']

/** The shell's exit code of a process that a signal ended. */
const codeOf = (code, signal) => code ?? 128 + constants.signals[signal]

/**
 * Runs a command and returns its exit code. Signals to this process are passed on to the command, and this process waits for its end.
 * Throws if the command cannot be started.
 */
export function follow(command, args, options = {}) {
  const child = spawn(command, args, { stdio: 'inherit', ...options })
  const pass = (signal) => child.kill(signal)
  for (const signal of passedOn) process.on(signal, pass)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(codeOf(code, signal)))
  }).finally(() => {
    for (const signal of passedOn) process.off(signal, pass)
  })
}
