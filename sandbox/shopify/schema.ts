import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { buildClientSchema } from 'graphql'
import type { GraphQLSchema } from 'graphql'
import { attachResolvers } from './resolvers.ts'

/** Newest first. As on Shopify, older versions and requests without a version get the last one. */
const VERSIONS = ['2026-10', '2026-07'] as const
export type Version = (typeof VERSIONS)[number]
export const NEWEST: Version = VERSIONS[0]
const OLDEST: Version = '2026-07'

/** The version that answers a request for `asked` ("2026-10", "2024-01", or nothing); null for a future version. */
export function versionFor(asked: string | undefined): Version | null {
  if (asked === undefined) return OLDEST
  if (!/^\d{4}-\d{2}$/.test(asked)) return null
  const exact = VERSIONS.find((version) => version === asked)
  if (exact) return exact
  return asked < OLDEST ? OLDEST : null
}

const loaded = new Map<Version, GraphQLSchema>()

/** Shopify's own schema with the sandbox's resolvers. It is read once (about 150 ms). */
export function schemaOf(version: Version): GraphQLSchema {
  const known = loaded.get(version)
  if (known) return known
  const file = join(import.meta.dirname, 'schema', `admin-${version}.json.gz`)
  const schema = buildClientSchema(JSON.parse(gunzipSync(readFileSync(file)).toString('utf8')), { assumeValid: true })
  attachResolvers(schema)
  loaded.set(version, schema)
  return schema
}
