import type { IncomingMessage, ServerResponse } from 'node:http'
import { deliver, json } from '../answer.ts'
import type { Answer } from '../answer.ts'
import type { Fault, Faults } from '../faults.ts'
import { bodyOf, headersOf } from '../incoming.ts'
import type { Incoming } from '../incoming.ts'
import { record } from '../requests.ts'
import type { RecordedRequest } from '../requests.ts'
import { injectFault } from '#sandbox/inject-fault.ts'
import { answerSheets, operationOf } from './endpoint.ts'
import { statusAnswer } from './errors.ts'
import type { SheetsService } from './service.ts'

/** The service's name in requests and faults, instead of a shop's host. */
export const SHEETS_HOST = 'sheets.googleapis.com'

type Call = {
  readonly service: SheetsService
  /** Without the base address. */
  readonly path: string
  readonly query: URLSearchParams
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

function faulted(fault: Fault, truth: () => Promise<Answer>): Promise<Answer> {
  if (fault.kind === 'status') return Promise.resolve(statusAnswer(fault.status, fault.retryAfter))
  return injectFault(fault, { answer: truth, throttled: () => statusAnswer(429, undefined), cursor: null, limit: null })
}

/** Answers one request: records it, then sends a matching fault or the true answer. A reset strikes after the work is done. */
export async function serveSheets(
  { service, path, query, request, response }: Call,
  faults: Faults,
  log: RecordedRequest[],
): Promise<void> {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const body = await bodyOf(request)
  const incoming: Incoming = {
    host: SHEETS_HOST,
    method: request.method ?? 'GET',
    path,
    query,
    headers: headersOf(request),
    body: body ?? '',
  }
  const operation = operationOf(incoming)
  const entry = { shop: SHEETS_HOST, method: incoming.method, path, operation, at: Date.now() }
  record(log, { ...entry, document: null, variables: {}, query: Object.fromEntries(query), credential: null }, response)
  const truth = async () =>
    body === null ? json(413, { error: { code: 413, message: 'Request too large' } }) : answerSheets(service, incoming)
  const fault = faults.next({ shop: SHEETS_HOST, operation, path })
  if (fault?.kind === 'late') service.late.push(() => void answerSheets(service, incoming))
  const answer = fault ? await faulted(fault, truth) : await truth()
  await deliver(response, answer, { acceptsGzip: false, latencyMs: 0, signal: gone.signal })
}
