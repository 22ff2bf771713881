// npm run prove:clients: a linter finds no error in the OpenAPI document, and the clients that two independent generators make of it compile
// and read every order of a shop of each platform once. npm fetches the generators when it is needed. PORT and SANDBOX_PORT set the ports of
// its demo.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endpoints } from '#server/http/endpoints.ts'
import { openApi } from '#server/http/openapi/document.ts'
import { generators, lint, prepare, readWith } from '../proofs/generated-clients.ts'
import { createClient, signIn } from '../sdk/src/public.ts'
import { demoPassword } from './demo-data.ts'
import { startOwnDemo } from './own-demo.ts'

const { PORT = '3292', SANDBOX_PORT = '4292' } = process.env
const folder = mkdtempSync(join(tmpdir(), 'prove-clients-'))
try {
  await prepare(folder, openApi(endpoints))
  const problems = await lint(folder)
  const wrong = problems.filter(({ severity }) => severity === 'error')
  console.log(`redocly lint: ${wrong.length} errors, ${problems.length - wrong.length} warnings`)
  for (const { ruleId, message } of wrong) console.log(`  ${ruleId}: ${message}`)
  let failures = wrong.length

  await using demo = await startOwnDemo(PORT, SANDBOX_PORT)
  const source = await signIn({ url: demo.url, email: 'owner@demo.test', password: demoPassword })
  const client = createClient({ url: demo.url, token: source })
  const { stores } = await client.stores.list({ permission: 'orders:read' })
  for (const name of ['Lotus Sài Gòn', 'Print House']) {
    const store = stores.find((one) => one.name === name)
    if (!store) throw new Error(`the demo has no store ${name}`)
    const { count } = await client.orders.count({ storeIds: [store.id] })
    for (const generator of generators) {
      const ids = await readWith(generator, folder, [demo.url, await source({ renew: false }), store.id])
      const isRight = ids.length === count && new Set(ids).size === count
      failures += isRight ? 0 : 1
      console.log(
        `${generator.name}, ${name} (${store.platform}): ${ids.length} of ${count} orders, ${new Set(ids).size} different${isRight ? '' : ' WRONG'}`,
      )
    }
  }
  process.exitCode = failures === 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true })
}
