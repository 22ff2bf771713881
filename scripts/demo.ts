import { buildClient } from './build-client.ts'

await buildClient()
await import('./demo-server.ts')
