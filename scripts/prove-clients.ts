// npm run prove:clients: programs of others accept the OpenAPI document, Postman's runner sends requests of the collection, and clients read
// everything of a shop of each platform once: those that two independent generators make of the document, the Python example, and our own
// client in each runtime. npm fetches what is needed. PORT and SANDBOX_PORT set the ports of its demo.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endpoints } from '#server/http/endpoints.ts'
import { openApi } from '#server/http/openapi/document.ts'
import { postmanCollection } from '#server/http/openapi/postman.ts'
import { ensurePython } from '../proofs/csv-readers.ts'
import { checkers, lint, sendWithPostman, validate } from '../proofs/description-checks.ts'
import { generatorPackages, generators, install, readWith, readWithPython } from '../proofs/generated-clients.ts'
import { installRuntimes, readIn, runtimes } from '../proofs/runtimes.ts'
import { createClient, signIn } from '../sdk/src/public.ts'
import { demoPassword } from './demo-data.ts'
import { startOwnDemo } from './own-demo.ts'

const { PORT = '3292', SANDBOX_PORT = '4292' } = process.env
const folder = mkdtempSync(join(tmpdir(), 'prove-clients-'))
const runtimesFolder = join(folder, 'runtimes')
const document = openApi(endpoints)
let failures = 0
function report(sentence: string, isRight: boolean) {
  failures += isRight ? 0 : 1
  console.log(`${sentence}${isRight ? '' : ' WRONG'}`)
}
const reportAll = (who: string, ids: readonly string[], count: number | null, what: string) => {
  const different = new Set(ids).size
  report(`${who}: ${ids.length} of ${count} ${what}, ${different} different`, ids.length === count && different === count)
}

async function checkDescription() {
  const problems = await lint(folder)
  const wrong = problems.filter(({ severity }) => severity === 'error')
  report(`redocly lint: ${wrong.length} errors, ${problems.length - wrong.length} warnings`, wrong.length === 0)
  for (const { ruleId, message } of wrong) console.log(`  ${ruleId}: ${message}`)
  report(`swagger-parser: valid OpenAPI ${await validate(folder)}`, true)
}

/** Requests of the collection that need no ids but the store's. */
const requests = ['Get the version', 'List stores', 'Get a store', 'List products', 'Count products', 'List orders', 'List export jobs']

try {
  ensurePython()
  await install(folder, [...generatorPackages, ...checkers])
  await installRuntimes(runtimesFolder)
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document))
  await checkDescription()

  await using demo = await startOwnDemo(PORT, SANDBOX_PORT)
  const source = await signIn({ url: demo.url, email: 'owner@demo.test', password: demoPassword })
  const client = createClient({ url: demo.url, token: source })
  const { stores } = await client.stores.list({ permission: 'orders:read' })
  for (const name of ['Lotus Sài Gòn', 'Print House']) {
    const store = stores.find((one) => one.name === name)
    if (!store) throw new Error(`the demo has no store ${name}`)
    const where = `${name} (${store.platform})`
    const token = await source({ renew: false })
    const products = await client.products.count({ storeId: store.id })
    const orders = await client.orders.count({ storeIds: [store.id] })
    const sent = await sendWithPostman(folder, postmanCollection(document, demo.url), requests, { token, storeId: store.id })
    const answered = sent.filter(({ status }) => status === 200).map((one) => one.name)
    report(`Postman's runner, ${where}: ${answered.length} of ${requests.length} requests`, answered.length === requests.length)
    reportAll(`Python, ${where}`, await readWithPython(folder, [demo.url, token, name]), products.count, 'products')
    for (const generator of generators)
      reportAll(`${generator.name}, ${where}`, await readWith(generator, folder, [demo.url, token, store.id]), orders.count, 'orders')
    for (const runtime of runtimes) {
      const { ids, handles } = await readIn(runtime, runtimesFolder, [demo.url, token, store.id])
      reportAll(`Our client in ${runtime.name}, ${where}`, ids, products.count, 'products')
      reportAll(`Its export in ${runtime.name}, ${where}`, handles, products.count, 'products')
    }
  }
  process.exitCode = failures === 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true })
}
