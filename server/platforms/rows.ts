// Reads the rows of a shop's answers one by one, so that messages can name an invalid row.
import { z } from 'zod'
import { messages } from '#shared/messages.ts'
import { failure } from '#server/platforms/failures.ts'
import { flawOf, flawText, type Flaw } from '#server/platforms/json.ts'

/** An invalid row: its name for users, and its mistake. */
type Misfit = { row: string; flaw: Flaw }

/**
 * The fields that name a row in messages. They are read even where the rest of the row is invalid. Shopify's `id` is a URI, and its number
 * is the legacy id.
 */
const Word = z.union([z.string(), z.number()]).transform(String).optional().catch(undefined)
const Called = z.object({ legacyResourceId: Word, id: Word, name: Word, title: Word })

function nameOf(noun: string, row: unknown): string {
  const { legacyResourceId, id = '', name, title }: z.infer<typeof Called> = Called.safeParse(row).data ?? {}
  const number = legacyResourceId ?? id
  return [noun, name || title, number && `(id ${number})`].filter((word) => word).join(' ')
}

/** The reader of one kind of row. `noun`: "order". */
type RowKind<T> = { noun: string; shape: z.ZodType<T> }

function read<T>({ noun, shape }: RowKind<T>, row: unknown): { value: T } | { misfit: Misfit } {
  const parsed = shape.safeParse(row)
  return parsed.success ? { value: parsed.data } : { misfit: { row: nameOf(noun, row), flaw: flawOf(parsed.error) } }
}

const invalid = (store: string, { row, flaw }: Misfit) => failure.rowInvalid(store, row, flaw.field, flawText(flaw))

/** Reads a row. Throws STORE_ROW_INVALID with the names of the row and the field where it is invalid. */
export function oneRow<T>(store: string, kind: RowKind<T>, row: unknown): T {
  const result = read(kind, row)
  if ('misfit' in result) throw invalid(store, result.misfit)
  return result.value
}

/** Reads all rows. Throws STORE_ROW_INVALID for the first invalid one. */
export const allRows = <T>(store: string, kind: RowKind<T>, rows: readonly unknown[]): T[] => rows.map((row) => oneRow(store, kind, row))

const NAMED = 5
/** This number of invalid rows without a valid one means that the whole answer has another form. */
const MANY = 20

/** Reads the rows of lists, and collects the invalid rows that it left out. */
export function createRowReader(store: string) {
  const leftOut = new Map<string, Misfit>()
  return {
    /** The valid rows. Throws STORE_ANSWER_INVALID where there are many rows and none is valid. */
    readable<T>(kind: RowKind<T>, rows: readonly unknown[]): T[] {
      const results = rows.map((row) => read(kind, row))
      const misfits = results.flatMap((result) => ('misfit' in result ? result.misfit : []))
      const [first] = misfits
      if (first && misfits.length >= MANY && misfits.length === rows.length) throw failure.answerInvalid(store, flawText(first.flaw))
      for (const misfit of misfits) leftOut.set(misfit.row, misfit)
      return results.flatMap((result) => ('value' in result ? [result.value] : []))
    },
    /** The rows left out so far, as a sentence. */
    notices(): string[] {
      if (leftOut.size === 0) return []
      const named = Array.from(leftOut.values(), ({ row, flaw }) => ({ row, field: flaw.field })).slice(0, NAMED)
      return [messages.platform.rowsLeftOut(named, leftOut.size - named.length)]
    },
  }
}
export type RowReader = ReturnType<typeof createRowReader>
