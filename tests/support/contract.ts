import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { endpoints } from '#server/endpoints.ts'
import { openApi } from '#server/openapi.ts'

type Media = { content: Record<string, { schema: object }> }
type Operation = { responses: Record<string, Media> }

const { paths, components } = openApi(endpoints)
const ajv = new Ajv2020({ strict: false })
formats.default(ajv)
ajv.addSchema({ $id: 'openapi', components })

const templates = Object.entries(paths).map(([url, operations]) => ({
  matches: new RegExp(`^${url.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  literal: !url.includes('{'),
  operations: operations as Record<string, Operation>,
}))
const compiled = new Map<object, ValidateFunction>()

function validatorOf(schema: object): ValidateFunction {
  const known = compiled.get(schema)
  if (known) return known
  const text = JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components')
  const validator = ajv.compile(JSON.parse(text))
  compiled.set(schema, validator)
  return validator
}

/** Throws where a JSON answer of `/api/v1` is not what the OpenAPI document says it is, success or failure. */
export function assertDocumented(method: string, path: string, status: number, body: unknown) {
  const [address = ''] = path.split('?')
  const fitting = templates.filter(({ matches }) => matches.test(address)).toSorted((a, b) => Number(b.literal) - Number(a.literal))
  const operation = fitting[0]?.operations[method.toLowerCase()]
  const failure = { $ref: '#/components/schemas/Failure' }
  const schema = status >= 400 ? failure : operation?.responses[status]?.content['application/json']?.schema
  if (!schema) throw new Error(`${method} ${path} answered ${status}, which the OpenAPI document does not know`)
  const validate = validatorOf(schema)
  if (!validate(body))
    throw new Error(`${method} ${path} ${status}: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(body).slice(0, 500)}`)
}
