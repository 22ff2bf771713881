import type { z } from 'zod'
import type { Name, schemas } from './schemas.ts'

type Fields<Value> = Value extends readonly unknown[] ? never : Value extends object ? { readonly [Field in keyof Value]?: string } : never
type Description<Schema extends z.ZodType> = string | readonly [schema: string, fields: Fields<z.output<Schema>>]

/** What every named schema means: a sentence, and what its fields do not say themselves. */
export type Descriptions = { readonly [Key in Name]: Description<(typeof schemas)[Key]> }
