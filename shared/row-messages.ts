type Row = { row: string; field: string }

/** What is said of single rows of a shop's answer that cannot be read; part of `messages.platform`. */
export const rowMessages = {
  rowInvalid: (store: string, row: string, field: string) =>
    `${store}: ${row} cannot be read: the shop sent an unexpected value in the field "${field}"`,
  rowsLeftOut: (rows: readonly Row[], more: number) =>
    `Left out, because the shop sent unexpected values: ${rows.map(({ row, field }) => `${row} (field "${field}")`).join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
}
