#!/usr/bin/env node
// The command line.
import process from 'node:process'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Terminal } from './command.ts'
import { runCommand } from './run.ts'

const interrupted = new AbortController()
// Services and time limits end a program by SIGTERM. What is half written is removed as well.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort(new Error('Interrupted')))

const { stdin, stdout, stderr } = process
let isProgressShown = false
/** Clears the line of progress. */
function clear() {
  if (isProgressShown) stderr.write('\r\u{1B}[K')
  isProgressShown = false
}

/** The first line of a terminal, without showing what is typed, or everything that comes through a pipe. */
function secretIn(question: string): Promise<string> {
  if (!stdin.isTTY) return text(stdin)
  stderr.write(question)
  // Echoes nothing of what is typed.
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: stdin, output: silent, terminal: true })
  reader.once('SIGINT', () => interrupted.abort(new Error('Interrupted')))
  return new Promise((resolve) => {
    reader.once('line', (line) => {
      reader.close()
      stderr.write('\n')
      resolve(line)
    })
  })
}

function askSecret(question: string): Promise<string> {
  const { signal } = interrupted
  return new Promise((resolve, reject) => {
    function end() {
      // The program would go on for as long as its input is open.
      stdin.destroy()
      reject(signal.reason)
    }
    if (signal.aborted) return end()
    signal.addEventListener('abort', end, { once: true })
    secretIn(question).then(resolve, reject)
  })
}

const terminal: Terminal = {
  out: (line) => {
    clear()
    stdout.write(line)
  },
  note: (line) => {
    clear()
    stderr.write(line)
  },
  progress: (line) => {
    if (!stderr.isTTY) return
    clear()
    stderr.write(line)
    isProgressShown = true
  },
  askSecret,
  environment: process.env,
  signal: interrupted.signal,
}
// A reader that has read enough, such as `head`, closes the pipe.
stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
process.exitCode = await runCommand(process.argv.slice(2), terminal)
clear()
