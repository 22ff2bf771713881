// Rows of a shop's answers, read one by one, so that one that does not fit can be named.
import { z } from 'zod'
import { messages } from '#shared/messages.ts'
import { failure } from '#server/platforms/failures.ts'
import { flawOf, flawText, type Flaw } from '#server/platforms/json.ts'

/** A row that cannot be read: what people call it, and what is wrong with it. */
type Misfit = { row: string; flaw: Flaw }

/** What rows are called, whatever else is wrong with them. Shopify's `id` is an address, its number is the legacy one. */
const Word = z.union([z.string(), z.number()]).transform(String).optional().catch(undefined)
const Called = z.object({ legacyResourceId: Word, id: Word, name: Word, title: Word })

function nameOf(noun: string, row: unknown): string {
  const { legacyResourceId, id = '', name, title }: z.infer<typeof Called> = Called.safeParse(row).data ?? {}
  const number = legacyResourceId ?? id
  return [noun, name || title, number && `(id ${number})`].filter((word) => word).join(' ')
}

/** How the rows of one kind are read. `noun`: "order". */
type RowKind<T> = { noun: string; shape: z.ZodType<T> }

function read<T>({ noun, shape }: RowKind<T>, row: unknown): { value: T } | { misfit: Misfit } {
  const parsed = shape.safeParse(row)
  return parsed.success ? { value: parsed.data } : { misfit: { row: nameOf(noun, row), flaw: flawOf(parsed.error) } }
}

const invalid = (store: string, { row, flaw }: Misfit) => failure.rowInvalid(store, row, flaw.field, flawText(flaw))

/** The row. Throws STORE_ROW_INVALID with its name, and that of its field, where it cannot be read. */
export function oneRow<T>(store: string, kind: RowKind<T>, row: unknown): T {
  const result = read(kind, row)
  if ('misfit' in result) throw invalid(store, result.misfit)
  return result.value
}

/** All of the rows. Throws STORE_ROW_INVALID for the first that cannot be read. */
export const allRows = <T>(store: string, kind: RowKind<T>, rows: readonly unknown[]): T[] => rows.map((row) => oneRow(store, kind, row))

const NAMED = 5
/** So many rows that cannot be read, and none that can, are no odd rows any more, but answers of another form. */
const MANY = 20

/** Reads the rows of lists, and remembers those that it left out because they cannot be read. */
export function createRowReader(store: string) {
  const leftOut = new Map<string, Misfit>()
  return {
    /** The rows that can be read. Throws STORE_ANSWER_INVALID where many rows came and none can be. */
    readable<T>(kind: RowKind<T>, rows: readonly unknown[]): T[] {
      const results = rows.map((row) => read(kind, row))
      const misfits = results.flatMap((result) => ('misfit' in result ? result.misfit : []))
      const [first] = misfits
      if (first && misfits.length >= MANY && misfits.length === rows.length) throw failure.answerInvalid(store, flawText(first.flaw))
      for (const misfit of misfits) leftOut.set(misfit.row, misfit)
      return results.flatMap((result) => ('value' in result ? [result.value] : []))
    },
    /** What was left out so far, in a sentence. */
    notices(): string[] {
      if (leftOut.size === 0) return []
      const named = Array.from(leftOut.values(), ({ row, flaw }) => ({ row, field: flaw.field })).slice(0, NAMED)
      return [messages.platform.rowsLeftOut(named, leftOut.size - named.length)]
    },
  }
}
export type RowReader = ReturnType<typeof createRowReader>
