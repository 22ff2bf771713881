type Row = { row: string; field: string }

/** Messages about unreadable rows in a shop's answer; part of `messages.platform`. */
export const rowMessages = {
  rowInvalid: (store: string, row: string, field: string) =>
    `${store}: ${row} cannot be read: the shop sent an unexpected value in the field "${field}"`,
  rowsLeftOut: (rows: readonly Row[], more: number) =>
    `Left out, because the shop sent unexpected values: ${rows.map(({ row, field }) => `${row} (field "${field}")`).join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
}
