import { buildClient } from './build-client.ts'

buildClient()
await import('./demo-server.ts')
