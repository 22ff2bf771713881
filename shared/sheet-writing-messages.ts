/** Messages about how an export writes into a spreadsheet, in requests. */
export const sheetWritingMessages = {
  tabNeeded: 'Please enter the name of the sheet',
  tabOfNew: 'A new sheet gets a name of its own',
  keyNeeded: 'Please choose the column by which rows are found',
  keyOfUpdate: 'Only an update of rows finds them by a column',
} as const
