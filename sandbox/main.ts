import { startSandbox } from './start.ts'

const sandbox = await startSandbox({ port: Number(process.env['SANDBOX_PORT'] ?? 4010) })
process.stdout.write(`${JSON.stringify({ ready: true, url: sandbox.url, endpoints: sandbox.endpoints })}\n`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void sandbox.close().then(() => process.exit(0))
  })
}
