// How scripts/bootstrap.mjs runs a command: plain JavaScript for Node 18 and later, like the bootstrap itself.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'

const passedOn = ['SIGTERM', 'SIGINT', 'SIGHUP']

/** What a shell answers for a process that a signal ended. */
const codeOf = (code, signal) => code ?? 128 + constants.signals[signal]

/**
 * Runs a command and answers its exit code once it has ended. Whoever stops this process stops the command: what this process is
 * sent goes on to it, and this process lives as long as it does. Throws where the command cannot be started.
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
