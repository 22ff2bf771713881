/**
 * The roles of a table's elements, to be written out wherever CSS lays them out as cards: Safari leaves out the roles of a table whose `display`
 * is not that of a table, unless they are written.
 */
export const tableRoles = {
  table: 'table',
  rowGroup: 'rowgroup',
  row: 'row',
  columnHeader: 'columnheader',
  rowHeader: 'rowheader',
  cell: 'cell',
} as const
