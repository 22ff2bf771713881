// What others made of a release, in a folder that git ignores: it is published beside the release.
import { join } from 'node:path'
import { productVersion } from '#shared/brand.ts'
import { writeParts } from './server-package/write-parts.ts'

writeParts(process.cwd(), join('dist', 'release', productVersion))
