import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#shared/errors.ts'

/** Weak, because the same answer may be sent compressed. */
const tagOf = (payload: string) => `W/"${createHash('sha256').update(payload).digest('base64url').slice(0, 22)}"`
const strong = (tag: string) => tag.trim().replace(/^W\//, '')

/** If-None-Match compares weakly and can have several tags (RFC 9110, 13.1.2). */
export const isKnown = (tag: string, known: string | undefined): boolean =>
  known?.split(',').some((one) => strong(one) === strong(tag)) ?? false

/**
 * Tags a successful answer, and answers 304 without a body to a caller who has it already. An `onSend` hook of routes that answer text. The
 * answer is made all the same: callers save the transfer, not the work.
 */
export async function withEntityTag(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (reply.statusCode !== 200 || typeof payload !== 'string') return payload
  const tag = tagOf(payload)
  reply.header('etag', tag)
  if (!isKnown(tag, request.headers['if-none-match'])) return payload
  reply.code(304).removeHeader('content-type').removeHeader('content-length')
  return null
}

/**
 * Refuses a change that asks for the state of an answer: If-Match compares strongly, and our tags are weak (RFC 9110, 13.1.1). Ignored, it would
 * change what the caller has not seen. Throws PRECONDITION_FAILED.
 */
export function assertUnconditional({ headers }: FastifyRequest) {
  const wanted = headers['if-match']
  if (wanted !== undefined && wanted.trim() !== '*') throw new AppError('PRECONDITION_FAILED')
}
