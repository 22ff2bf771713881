import { callTRPCProcedure } from '@trpc/server'
import { AppError } from '#shared/errors.ts'
import type { Context } from '#server/procedure/context.ts'
import { appRouter } from '#server/router.ts'
import type { Endpoint } from './endpoints.ts'

/** Carries a call out that did not come over tRPC, through the same middleware, schemas and rights. */
export async function callEndpoint({ path, type, input: schema }: Endpoint, ctx: Context, input: object): Promise<unknown> {
  const unknown = schema || !ctx.viewer ? [] : Object.keys(input)
  if (unknown.length > 0) throw new AppError('INVALID_INPUT', `Unknown fields: ${unknown.join(', ')}`)
  const getRawInput = async () => (schema ? input : undefined)
  return callTRPCProcedure({ router: appRouter, path, type, ctx, getRawInput, signal: ctx.signal, batchIndex: 0 })
}
