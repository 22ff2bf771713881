import { createMcpHandler, ProtocolError, ProtocolErrorCode, Server, type CallToolResult } from '@modelcontextprotocol/server'
import { can } from '#shared/access.ts'
import { productTitle, productVersion } from '#shared/brand.ts'
import { mcpMessages } from '#shared/mcp-messages.ts'
import type { Context } from '#server/procedure/context.ts'
import { toFailure } from '#server/procedure/failure.ts'
import { callEndpoint } from '../call-endpoint.ts'
import { failedResult, resultOf } from './result.ts'
import { tools, type Tool } from './tools.ts'

async function callTool({ endpoint, isPaged, withDefaults }: Tool, ctx: Context, given: object): Promise<CallToolResult> {
  try {
    return resultOf(await callEndpoint(endpoint, ctx, withDefaults(given)), { isPaged })
  } catch (error) {
    const failure = toFailure(error)
    if (failure.status >= 500) ctx.deps.log.error({ err: error, code: failure.code, path: endpoint.path })
    return failedResult(failure)
  }
}

function serverFor(ctx: Context): Server {
  const server = new Server(
    { name: productTitle.toLowerCase(), title: productTitle, version: productVersion },
    { capabilities: { tools: {} }, instructions: mcpMessages.instructions },
  )
  server.setRequestHandler('tools/list', () => {
    const { viewer } = ctx
    return { tools: [...tools().values()].filter(({ endpoint }) => viewer && can(viewer, endpoint.policy)).map(({ listed }) => listed) }
  })
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: given = {} } }) => {
    const tool = tools().get(name)
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, mcpMessages.unknownTool)
    return callTool(tool, ctx, given)
  })
  return server
}

/** Answers one message of the protocol, for the caller of `ctx`. Nothing is kept between messages, and nothing is announced. */
export function answerMessage(ctx: Context, request: Request, message: unknown): Promise<Response> {
  const handler = createMcpHandler(() => serverFor(ctx), { maxSubscriptions: 0 })
  return handler.fetch(request, { parsedBody: message })
}
