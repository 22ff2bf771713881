const rowsOf = (count: number): string => (count === 1 ? '1 row' : `${count} rows`)

/** Messages about exports that replace a sheet or update its rows. */
export const sheetUpdateMessages = {
  keyNotExported: 'This column is not a column of the export',
  keyOfSeveralStores:
    'Orders of several stores can have the same value in this column. Please choose the id of the order, or that of the line item',
  spreadsheetNeeded: 'Only an export into a spreadsheet can replace or update a sheet',
  replaceChanges: 'A replaced sheet would have only what changed. Please update its rows, or export everything',
  deletedNeedsKey: (columns: readonly string[]) => `Rows for deleted items can be found only by ${columns.join(' or ')}`,
  columnMissing: (tab: string, column: string) =>
    `The sheet “${tab}” has no column “${column}” in its first row, so its rows cannot be found. Please add the column or choose another one.`,
  columnTwice: (tab: string, column: string) =>
    `The sheet “${tab}” has several columns “${column}” in its first row. Please rename all but one.`,
  keyTwiceInTab: (tab: string, column: string, key: string, rows: readonly number[]) =>
    `The sheet “${tab}” has “${key}” several times in its column “${column}” (rows ${rows.join(' and ')}). Please leave it in one row.`,
  keyTwiceInExport: (column: string, key: string) =>
    `The export has several rows with “${key}” in the column “${column}”, so it cannot say which one belongs to a row of the sheet. Please choose another column, or one row for each item.`,
  keyEmpty: (column: string, count: number) =>
    `${rowsOf(count)} of the export ${count === 1 ? 'has' : 'have'} nothing in the column “${column}”. Please choose a column that every row has, or one row for each item.`,
  copyNeedsRoom: (tab: string, cells: number) =>
    `The spreadsheet has no room for an update of the sheet “${tab}”: it needs a copy of the sheet while it writes, which has ${cells} cells, and Google allows 10 million in a spreadsheet. Please remove empty rows and columns of the sheet, or other sheets.`,
  copyName: (tab: string, time: string) => `${tab.slice(0, 50)} before the export ${time}`,
  rowsMoved: (tab: string, copy: string) =>
    `Somebody moved rows or columns of the sheet “${tab}” while the export wrote into it, so values may stand in wrong rows. The sheet “${copy}” is a copy from before.`,
  busy: (tab: string) =>
    `Somebody moved rows or columns of the sheet “${tab}” whenever the export wrote into it, so it gave up. No value stands in a wrong row.`,
} as const
