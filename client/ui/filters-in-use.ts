import type { FilterWording } from '#client/format/filter-words.ts'

type Value = string | readonly string[] | undefined
type Search<Field extends string> = { readonly [Key in NoInfer<Field>]?: Value }

const isUsed = <Used>(value: Used | undefined): value is Used => (Array.isArray(value) ? value.length > 0 : Boolean(value))

/** The keys of a table over the filters. */
export function fieldsOf<Table extends object>(table: Table): Extract<keyof Table, string>[] {
  const fields: Extract<keyof Table, string>[] = []
  for (const field in table) fields.push(field)
  return fields
}

/** Leaves out the filters without a value: no empty text and no empty list. */
export function inUse<Filters extends object>(filters: { [Key in keyof Filters]-?: Filters[Key] | undefined }): Partial<Filters> {
  const used: Partial<Filters> = {}
  for (const field in filters) {
    const value: Filters[typeof field] | undefined = filters[field]
    if (isUsed(value)) used[field] = value
  }
  return used
}

/** The number of filters with a value. */
export const countInUse = <Field extends string>(fields: Record<Field, FilterWording>, search: Search<Field>): number =>
  fieldsOf(fields).filter((field) => isUsed(search[field])).length

/** A chip for each value in use, with its filter. Its patch removes that value. */
export const chipsInUse = <Field extends string>(fields: Record<Field, FilterWording>, search: Search<Field>) =>
  fieldsOf(fields).flatMap((field) => {
    const { name, say } = fields[field]
    const value: Value = search[field]
    return [value ?? []].flat().map((one) => ({
      field,
      key: `${field} ${one}`,
      label: `${name}: ${say ? say(one) : one}`,
      patch: { [field]: Array.isArray(value) ? value.filter((other) => other !== one) : undefined },
    }))
  })
