import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'

/** A thread receives a Buffer as the bytes that it consists of. */
const Bytes = z.instanceof(Uint8Array).transform(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength))
const Script = z.object({ plain: Bytes, zipped: Bytes })

async function load() {
  const [script] = await once(new Worker(new URL(import.meta.resolve('#server/http/docs/scalar-thread.ts'))), 'message')
  return Script.parse(script)
}

let loaded: ReturnType<typeof load> | null = null

/**
 * The script of Scalar, which draws the API reference. Its package offers the script only through a route of its plugin. We do not use the
 * plugin's page: its script is inline, and it names no language. Loaded when it is first requested, because few people need its 5 MB, and
 * in a thread, because reading the package would keep all other calls waiting for half a second.
 */
export const scalarScript = () =>
  (loaded ??= load().catch((error: unknown) => {
    loaded = null
    throw error
  }))
