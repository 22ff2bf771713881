import type { z } from 'zod'
import type { Name, schemas } from './schemas.ts'

type Fields<Value> = Value extends readonly unknown[] ? never : Value extends object ? { readonly [Field in keyof Value]?: string } : never
type Description<Schema extends z.ZodType> = string | readonly [schema: string, fields: Fields<z.output<Schema>>]

/** A description of every named schema: a sentence, and texts for the fields that need one. */
export type Descriptions = { readonly [Key in Name]: Description<(typeof schemas)[Key]> }
