import type { AnyTRPCProcedure } from '@trpc/server'
import type { z } from 'zod'
import { appRouter } from '#server/router.ts'
import type { Meta } from '#server/procedure/context.ts'
import type { Parser } from '#server/procedure/parse-at-once.ts'

/** The address of the REST API. */
export const restPrefix = '/api/v1'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** A procedure with its REST address. `path` is its name on tRPC; `input` and `output` are its schemas. */
export type Endpoint = Meta & {
  path: string
  type: 'query' | 'mutation'
  method: Method
  url: string
  input: z.ZodType | null
  output: z.ZodType | null
}

// tRPC keeps schemas and meta untyped in the procedures' definitions. Only this file reads them.
type Definition = { meta: Meta; type: 'query' | 'mutation'; inputs: Parser[]; output?: Parser }

function endpointOf([path, procedure]: [string, AnyTRPCProcedure]): Endpoint {
  const { meta, type, inputs, output } = procedure._def as unknown as Definition
  const [method, url] = meta.rest.split(' ') as [Method, string]
  return { ...meta, path, type, method, url, input: inputs.at(-1)?.schema ?? null, output: output?.schema ?? null }
}

/** Whether the answer has an ETag of its content. Files have their own. */
export const isTagged = ({ method, isDownload, isStream }: Endpoint): boolean => method === 'GET' && !isDownload && !isStream

/** Every procedure of the router with its REST address. */
export const endpoints: readonly Endpoint[] = Object.entries<AnyTRPCProcedure>(appRouter._def.procedures as never).map(endpointOf)
