import type { z } from 'zod'
import type { About } from '#shared/about.ts'
import { productTitle, productVersion } from '#shared/brand.ts'
import { restPrefix } from './endpoints.ts'

export const about: z.infer<typeof About> = {
  name: productTitle,
  version: productVersion,
  api: 'v1',
  openapi: `${restPrefix}/openapi.json`,
  docs: `${restPrefix}/docs`,
}
