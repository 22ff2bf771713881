import { buildClient } from './build-client.ts'

buildClient()
await import('#server/main.ts')
