import type { CallToolResult } from '@modelcontextprotocol/server'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import { mcpMessages } from '#shared/mcp-messages.ts'
import { failureBody, toFailure, type Failure } from '#server/procedure/failure.ts'

const textual = (value: unknown) => ({ type: 'text' as const, text: JSON.stringify(value) })

/** A failed call, with its code and one message, as a result that the assistant reads. */
export function failedResult(failure: Failure): CallToolResult {
  const { retryAfterSeconds } = failure
  const { error } = failureBody(failure)
  return { isError: true, content: [textual({ error: { ...error, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) } })] }
}

/** An answer as text. One that is larger than `limits.tools.resultBytes` is refused as a whole, so that a part is never taken for all of it. */
export function resultOf(answer: unknown, { isPaged }: { isPaged: boolean }): CallToolResult {
  const content = textual(answer)
  const bytes = Buffer.byteLength(content.text)
  const { resultBytes } = limits.tools
  if (bytes <= resultBytes) return { content: [content] }
  const message = (isPaged ? mcpMessages.listTooLarge : mcpMessages.resultTooLarge)(bytes, resultBytes)
  return failedResult(toFailure(new AppError('TOO_LARGE', message)))
}
