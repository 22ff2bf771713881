import { writtenFile } from '../bench/bulk-file.ts'
import { largeShop, manyProducts } from '../bench/large-shop.ts'
import type { Finding } from '../bench/report.ts'
import { startShops } from '../bench/sandbox.ts'
import { startServer } from '../bench/server.ts'
import { overload, signInFlood, steadyLoad, warmUp } from './load/phases.ts'

/** So many that the limit of one person never counts. */
const people = 200
/** From so many products on, an export is a bulk operation for certain. */
const fewestInFile = 50_000

/** That of the shop: a real one takes no processor from the server. */
const shopNiceness = 10

/** Measures the phases one after the other, on one server with SQLite. */
export async function* provedLoad(seconds: number): AsyncGenerator<Finding[]> {
  // The shop keeps all of its products and their file in memory.
  await using sandbox = await startShops(
    import.meta.resolve('../bench/large-sandbox-process.ts'),
    ['--max-old-space-size=12288'],
    shopNiceness,
  )
  // The addresses of the sign-ins come from a proxy.
  await using server = await startServer(sandbox.endpoints, { large: largeShop }, { people, variables: { TRUST_PROXY: '1' } })
  // A smaller shop is read by pages, without a file.
  if (manyProducts >= fewestInFile) await writtenFile(sandbox, server)
  const short = Math.max(10, Math.round(seconds / 10))
  await warmUp(server)
  yield await steadyLoad(server, seconds)
  yield await overload(server, short)
  yield await signInFlood(server, short)
}
