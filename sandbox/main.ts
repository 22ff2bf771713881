import { startSandbox } from './start.ts'

const sandbox = await startSandbox({ port: Number(process.env['SANDBOX_PORT'] ?? 4010) })
const { url, endpoints, sheets } = sandbox
const google = { endpoint: sheets.endpoint, tokenEndpoint: sheets.tokenEndpoint, account: sheets.account }
process.stdout.write(`${JSON.stringify({ ready: true, url, endpoints, google })}\n`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void sandbox.close().then(() => process.exit(0))
  })
}
