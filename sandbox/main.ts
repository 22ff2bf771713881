import { demoPeople } from './demo-people.ts'
import { startIssuer } from './issuer.ts'
import { startSandbox } from './start.ts'

const port = Number(process.env['SANDBOX_PORT'] ?? 4010)
const outbox = process.env['SANDBOX_OUTBOX']
const callback = process.env['SANDBOX_CALLBACK']
const storeCallback = process.env['SANDBOX_STORE_CALLBACK']

/** The demo's replacement for Google sign-in, on the port after the shops'. It needs the redirect address. */
function issuerFor(redirectUri: string) {
  const client = { id: 'back-office', secret: 'opens-nothing-but-the-sandbox', redirectUris: [redirectUri] }
  const people = demoPeople.map((person) => ({ ...person, isVerified: true }))
  return startIssuer({ port: port && port + 1, client, people })
}

const sandbox = await startSandbox({ port, ...(outbox ? { outbox } : {}) })
if (storeCallback) sandbox.tune({ redirectUris: [storeCallback] })
// Callers wait here for the slow first requests, not with an open list of orders.
await sandbox.warmUp()
const issuer = callback ? await issuerFor(callback) : null
const { url, endpoints, sheets } = sandbox
const google = { endpoint: sheets.endpoint, tokenEndpoint: sheets.tokenEndpoint, account: sheets.account }
process.stdout.write(`${JSON.stringify({ ready: true, url, endpoints, google, issuer: issuer?.url ?? null })}\n`)

// `disconnect`: the parent process has ended.
for (const event of ['SIGINT', 'SIGTERM', 'disconnect'] as const) {
  process.once(event, () => {
    void Promise.all([sandbox.close(), issuer?.close()]).then(() => process.exit(0))
  })
}
