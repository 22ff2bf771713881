import { argumentsOf } from '#server/boot/command-line.ts'
import { buildClient } from './build-client.ts'

argumentsOf('start')
buildClient()
await import('#server/main.ts')
