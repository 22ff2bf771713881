// Development: the server restarts and the browser reloads on every change. The sandbox emulates the shops.
import { spawn } from 'node:child_process'

const children = [
  spawn(process.execPath, ['--watch', 'scripts/demo-server.ts'], {
    stdio: 'inherit',
    env: { ...process.env, APP_URL: 'http://localhost:5173' },
  }),
  spawn(process.execPath, ['node_modules/vite/bin/vite.js'], { stdio: 'inherit' }),
]
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.on(signal, () => {
    for (const child of children) child.kill(signal)
  })
for (const child of children)
  child.once('exit', (code) => {
    for (const other of children) other.kill()
    process.exitCode = code ?? 1
  })
