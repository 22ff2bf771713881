import { document } from '../../proofs/fuzz/operations.ts'
import { failure, violation } from '../../proofs/fuzz/schemas.ts'

type Media = { content: Record<string, { schema: object }> }
type Operation = { responses: Record<string, Media> }

const templates = Object.entries(document.paths).map(([url, operations]) => ({
  matches: new RegExp(`^${url.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  literal: !url.includes('{'),
  operations: operations as Record<string, Operation>,
}))

/** Throws where a JSON answer of `/api/v1` is not what the OpenAPI document says it is, success or failure. */
export function assertDocumented(method: string, path: string, status: number, body: unknown) {
  const [address = ''] = path.split('?')
  const fitting = templates.filter(({ matches }) => matches.test(address)).toSorted((a, b) => Number(b.literal) - Number(a.literal))
  const operation = fitting[0]?.operations[method.toLowerCase()]
  const schema = status >= 400 ? failure : operation?.responses[status]?.content['application/json']?.schema
  if (!schema) throw new Error(`${method} ${path} answered ${status}, which the OpenAPI document does not know`)
  const wrong = violation(schema, body)
  if (wrong !== null) throw new Error(`${method} ${path} ${status}: ${wrong}\n${JSON.stringify(body).slice(0, 500)}`)
}
