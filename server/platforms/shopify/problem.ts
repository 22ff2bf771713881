import { z } from 'zod'

const JsonPath = z.array(z.union([z.string(), z.number()]))
export type JsonPath = z.infer<typeof JsonPath>

/** An error in a GraphQL answer. Errors about protected customer data come without a code. */
export const Problem = z.object({
  message: z.string(),
  path: JsonPath.nullish(),
  extensions: z.object({ code: z.string().optional(), requiredAccess: z.string().nullish() }).loose().optional(),
})
export type Problem = z.infer<typeof Problem>
