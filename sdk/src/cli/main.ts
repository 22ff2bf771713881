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

function askSecret(question: string): Promise<string> {
  if (!stdin.isTTY) return text(stdin)
  stderr.write(question)
  // Echoes nothing of what is typed.
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: stdin, output: silent, terminal: true })
  return new Promise((resolve, reject) => {
    reader.once('SIGINT', () => {
      reader.close()
      interrupted.abort(new Error('Interrupted'))
      reject(new Error('Interrupted'))
    })
    reader.once('line', (line) => {
      reader.close()
      stderr.write('\n')
      resolve(line)
    })
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
