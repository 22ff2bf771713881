// The shops, Google and the issuer of the proof, in a separate process.
import { startIssuer } from '#sandbox/issuer.ts'
import { startSandbox } from '#sandbox/start.ts'
import { connectCallback } from '#shared/store-connect.ts'
import { fuzzedUrl, fuzzedShops } from './shops.ts'

const sandbox = await startSandbox({ shops: fuzzedShops })
sandbox.tune({ costBucket: false, callBucket: false, redirectUris: [fuzzedUrl + connectCallback] })
sandbox.sheets.tune({ quota: false })
await sandbox.warmUp()
const client = { id: 'fuzz', secret: 'fuzz-issuer-secret', redirectUris: [`${fuzzedUrl}/api/auth/callback/oidc`] }
const issuer = await startIssuer({ client, people: [] })
const { endpoint, tokenEndpoint, account } = sandbox.sheets
process.stdout.write(
  `${JSON.stringify({ endpoints: sandbox.endpoints, google: { endpoint, tokenEndpoint, account }, issuer: issuer.url })}\n`,
)
