import { z } from 'zod'
import { operationsIn } from '#server/http/openapi/document.ts'
import { document } from '../../proofs/fuzz/operations.ts'
import { failure, violation } from '../../proofs/fuzz/schemas.ts'

const operations = operationsIn(document).filter(({ base }) => base === '/api/v1')
const templates = Map.groupBy(operations, ({ path }) => path)
  .entries()
  .map(([url, inPath]) => ({
    matches: new RegExp(`^${url.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    literal: !url.includes('{'),
    responses: new Map(inPath.map(({ method, operation }) => [method.toUpperCase(), operation.responses])),
  }))
  .toArray()

const codeIn = (body: unknown) => z.object({ error: z.object({ code: z.string() }) }).safeParse(body).data?.error.code ?? 'no code'

/** The failures that an operation lists for a status: responses with the same ones share a component, which is named after them. */
const listedIn = (response: object | undefined) =>
  (response && '$ref' in response ? String(response.$ref).split('/').at(-1)?.split('.') : []) ?? []

/** Throws if a JSON answer of `/api/v1`, success or failure, contradicts the OpenAPI document. */
export function assertDocumented(method: string, path: string, status: number, body: unknown) {
  const [address = ''] = path.split('?')
  const fitting = templates.filter(({ matches }) => matches.test(address)).toSorted((a, b) => Number(b.literal) - Number(a.literal))
  const answer = fitting[0]?.responses.get(method)?.[status]
  const answered = answer && 'description' in answer ? answer.content?.['application/json']?.schema : undefined
  const schema = status >= 400 ? failure : answered
  if (!schema) throw new Error(`${method} ${path} answered ${status}, which the OpenAPI document does not know`)
  const wrong = violation(schema, body)
  if (status >= 400 && fitting.length > 0 && !listedIn(answer).includes(codeIn(body)))
    throw new Error(`${method} ${path} failed with ${codeIn(body)}, which its operation does not list in the OpenAPI document`)
  if (wrong !== null) throw new Error(`${method} ${path} ${status}: ${wrong}\n${JSON.stringify(body).slice(0, 500)}`)
}
