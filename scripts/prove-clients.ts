// npm run prove:clients: a linter finds no error in the OpenAPI document, and the clients that two independent generators make of it compile
// and read every order of a shop of each platform once. So does the Python example with the products. npm fetches the generators when it is needed. PORT and SANDBOX_PORT set the ports of
// its demo.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endpoints } from '#server/http/endpoints.ts'
import { openApi } from '#server/http/openapi/document.ts'
import { ensurePython } from '../proofs/csv-readers.ts'
import { generators, lint, prepare, readWith, readWithPython } from '../proofs/generated-clients.ts'
import { createClient, signIn } from '../sdk/src/public.ts'
import { demoPassword } from './demo-data.ts'
import { startOwnDemo } from './own-demo.ts'

const { PORT = '3292', SANDBOX_PORT = '4292' } = process.env
const folder = mkdtempSync(join(tmpdir(), 'prove-clients-'))
try {
  ensurePython()
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
    const report = (who: string, ids: readonly string[], count: number | null, what: string) => {
      const different = new Set(ids).size
      const isRight = ids.length === count && different === count
      failures += isRight ? 0 : 1
      console.log(
        `${who}, ${name} (${store.platform}): ${ids.length} of ${count} ${what}, ${different} different${isRight ? '' : ' WRONG'}`,
      )
    }
    const target: [string, string] = [demo.url, await source({ renew: false })]
    report(
      'Python',
      await readWithPython(folder, [...target, name]),
      (await client.products.count({ storeId: store.id })).count,
      'products',
    )
    const { count } = await client.orders.count({ storeIds: [store.id] })
    for (const generator of generators) {
      report(generator.name, await readWith(generator, folder, [...target, store.id]), count, 'orders')
    }
  }
  process.exitCode = failures === 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true })
}
