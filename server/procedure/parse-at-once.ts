import { z } from 'zod'

/** What tRPC keeps of a schema. */
export type Parser = ((value: unknown) => unknown) & { schema: z.ZodType }

const parserOf = (schema: z.ZodType): Parser => Object.assign((value: unknown) => schema.parse(value), { schema })

/** The methods of a builder that return another one. */
const steps = new Set<string | symbol>(['meta', 'use', 'input', 'output'])

/**
 * The same builder of a procedure, whose schemas do not wait for anything. tRPC calls `parseAsync` where there is one, and for that zod does without its
 * compiled code: for a list of 50 products it takes four times as long.
 */
export const parseAtOnce = <Builder extends object>(builder: Builder): Builder =>
  new Proxy(builder, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name)
      if (typeof method !== 'function' || !steps.has(name)) return method
      return (given: unknown) => {
        const next: unknown = Reflect.apply(method, target, [given instanceof z.ZodType ? parserOf(given) : given])
        return parseAtOnce(Object(next))
      }
    },
  })
