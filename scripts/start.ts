import { buildClient } from './build-client.ts'

await buildClient()
await import('#server/main.ts')
