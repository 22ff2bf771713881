// The schemas of answers in the OpenAPI document.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { z } from 'zod'
import { errors } from '#shared/errors.ts'
import { document } from './operations.ts'

const ajv = new Ajv2020({ strict: false })
formats.default(ajv)
ajv.addSchema({ $id: 'openapi', components: document.components })

const compiled = new Map<object, ValidateFunction>()

function validatorOf(schema: object): ValidateFunction {
  const known = compiled.get(schema)
  if (known) return known
  const text = JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components')
  const validator = ajv.compile(JSON.parse(text))
  compiled.set(schema, validator)
  return validator
}

/** Describes a violation of the schema; null for a valid value. */
export function violation(schema: object, value: unknown): string | null {
  const validate = validatorOf(schema)
  return validate(value) ? null : ajv.errorsText(validate.errors)
}

/** The schema of every failure over REST and at sign-in. */
export const failure = { $ref: '#/components/schemas/Failure' }

/** The same over tRPC. */
export const trpcFailure = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['message', 'code', 'data'],
      properties: {
        message: { type: 'string' },
        code: { type: 'integer' },
        data: {
          type: 'object',
          required: ['code', 'httpStatus', 'appCode'],
          additionalProperties: false,
          properties: {
            code: { type: 'string' },
            httpStatus: { type: 'integer' },
            appCode: { enum: Object.keys(errors) },
            issues: { type: 'array' },
          },
        },
      },
    },
  },
}

const ofOutputs = new Map<z.ZodType, object>()

/** The output JSON schema of a zod schema. */
export function schemaOf(output: z.ZodType): object {
  const known = ofOutputs.get(output)
  if (known) return known
  const { $schema: _, ...schema } = z.toJSONSchema(output, { io: 'output', unrepresentable: 'any' })
  ofOutputs.set(output, schema)
  return schema
}
