import type { Context } from './command.ts'

/** Says whose products a list of the copy can miss. What it lists looks the same while the copy of a store is still read. */
export async function noteIncomplete({ terminal, client }: Context, ids: readonly string[]) {
  const { stores: copies } = await (await client()).catalogue.stores({}, terminal)
  const isLacking = ({ storeId, state, filledAt }: (typeof copies)[number]) =>
    (ids.length === 0 || ids.includes(storeId)) && (filledAt === null || state === 'off' || state === 'filling')
  for (const { storeName } of copies.filter(isLacking))
    terminal.note(`Note: ${storeName}: the copy is not complete, products may be missing\n`)
}
