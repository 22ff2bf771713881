// The product as in production: a separate process with its own port.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'

const listening = /"msg":"Server listening at (http:[^"]+)"/

export type Machine = {
  url: string
  pid: number
  /** The lines of its log. */
  said: string[]
  /** Sends a signal. `gone` resolves with how the process ended. */
  kill(signal: NodeJS.Signals): void
  gone: Promise<{ code: number | null }>
  [Symbol.asyncDispose](): Promise<void>
}

/** Starts a server. Resolves when it listens. */
export async function startMachine(env: Record<string, string>): Promise<Machine> {
  const child = spawn(process.execPath, ['server/main.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'info', ...env },
  })
  const gone = once(child, 'exit').then(([code]) => ({ code: typeof code === 'number' ? code : null }))
  const said: string[] = []
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  createInterface(child.stdout).on('line', (line) => {
    said.push(line)
    const [, url] = listening.exec(line) ?? []
    if (url) resolve(url)
  })
  child.once('exit', (code) => reject(new Error(`it ended with ${code} before it listened:\n${said.join('\n')}`)))
  return {
    url: await promise,
    pid: child.pid ?? 0,
    said,
    kill: (signal) => void child.kill(signal),
    gone,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await gone
    },
  }
}

export type Remote = (method: string, path: string, body?: object) => Promise<{ status: number; text: string; data: unknown }>

const busy = 503
const againMs = 200

/** Calls to a machine, with or without a token. If it sheds load, as during startup, calls are repeated. */
export function remoteAt(url: string, token: string | null): Remote {
  return async (method, path, body) => {
    const send = () =>
      fetch(`${url}${path}`, {
        method,
        headers: { 'content-type': 'application/json', ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
    let answer = await send()
    for (; answer.status === busy; answer = await send()) await pause(againMs)
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.startsWith('application/json')
    return { status: answer.status, text, data: isJson ? JSON.parse(text) : null }
  }
}
