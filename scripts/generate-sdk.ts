// Writes the generated part of the client package: its operations and their types, from the definitions that serve the REST API.
import { writeFileSync } from 'node:fs'
import { sdkSources } from './sdk-sources.ts'

const folder = new URL('../sdk/src/generated/', import.meta.url)
for (const [name, text] of Object.entries(await sdkSources())) writeFileSync(new URL(name, folder), text)
