// Descriptions of the schemas of exports, jobs, spreadsheets and templates.
import type { Descriptions } from './description.ts'

const delivered = {
  destinationId: 'Where a job delivers its file; without it, the file stays with the job.',
  fileName:
    'The name of the delivered file. {schedule}, {date}, {time}, {store}, {type} and {job} are replaced. Default: {type}-{date}-{store}.',
  includeReceipt: 'Whether the receipt is delivered beside the file.',
  sheet: 'How a spreadsheet is written; without it, the export is a new sheet.',
}

export const exportDescriptions = {
  SheetWriting: [
    'How an export writes into a spreadsheet: as a new sheet, in place of all values of a sheet, or into the rows of a sheet.',
    {
      tab: 'The name of the sheet; it is added if there is none. null for a new one.',
      key: 'The column of the export whose values find the rows to update; null for the other modes.',
    },
  ],
  CsvOptions: [
    'How a CSV is written. The defaults open right in spreadsheet programs.',
    { bom: 'Begins the file with a byte order mark.', protectFormulas: 'Keeps cells that begin like a formula from being one.' },
  ],
  ProductField: 'A column of a product export, by its name in the header.',
  MetafieldColumn: 'A column of a product export: a metafield of Shopify by the namespace and key of its definition.',
  MarketColumn: 'A column of a product export: what a market of Shopify has or asks for a product, by the market’s handle.',
  ProductExportConfig: [
    'What a product export holds and where it goes.',
    {
      sheetExport: 'The address of a Google spreadsheet; empty means a CSV file.',
      maxItemsPerFile: 'The most products, not rows.',
      rowsPerProduct: '0: the layout of the platform’s own CSV. N: at most N rows for each product.',
      fields: 'The columns, in their order. Metafields count to them, up to 50, and values of up to 10 markets.',
      headers: 'shopify-import: the header has the names that the importer of Shopify reads (Type for Product Type).',
    },
  ],
  ProductExportRequest: [
    'An export of products.',
    {
      productIds: 'Only these products; the filter is not applied to them.',
      format: 'Of the file; without effect on a spreadsheet. A download at once is a CSV file.',
      ...delivered,
    },
  ],
  ExportEstimate: [
    'What an export would read.',
    {
      items: 'Products or orders; null where a shop cannot count them.',
      seconds: 'About how long a download takes; null where a shop cannot count.',
    },
  ],
  OrderColumn: 'A column of an order export.',
  OrderExportFilters: [
    'Filters of orders. All that are given must hold; several values of one mean any of them.',
    {
      createdAfter: 'From this day on, in the time zone of each store.',
      createdBefore: 'Until this day, included, in the time zone of each store.',
    },
  ],
  OrderExportRequest: [
    'An export of orders.',
    {
      storeIds: 'The file holds these stores one after another, in this order.',
      orderIds: 'Only these orders: their numbers, or storeId:number with several stores. No filters go with them.',
      timezone: 'The IANA zone that times are written in; each store’s own where it is left out.',
      url: 'The address of a Google spreadsheet; empty means a file.',
      format: 'Of the file; without effect on a spreadsheet. A download at once is a CSV file.',
      sheetDates: 'In a spreadsheet: times as text with their offset, or as dates that it can calculate with.',
      layout: 'Of an order with several lines: its own values on the first row only, or on each.',
      ...delivered,
    },
  ],
  OrderPreviewRequest: ['The export to preview.', { storeIds: 'The file would hold these stores one after another, in this order.' }],
  ExportPreview: 'The header and the first rows of the file.',
  OrderSheetResponse: [
    'Where the rows are.',
    {
      sheetName: 'The tab that was written.',
      url: 'Leads to the tab.',
      rows: 'Without the header.',
      warning: 'What is missing; null where nothing is.',
    },
  ],
  Job: [
    'An export in the queue, under way or over.',
    {
      status: 'waiting: to be taken by a worker. pending: backs off after a failure that may pass. active: taken. running: at work.',
      progress: 'Percent; 100 only with a result that can be had.',
      startedAt: 'Null before a worker has taken it.',
      finishedAt: 'Null while it is not over.',
      warning: 'What is missing, cut or unclear, in words; null where nothing is.',
      error: 'Why it failed; null otherwise.',
      sheet: 'The spreadsheet that was written; null for a file.',
      request: 'What was asked for, in short; null for jobs of earlier versions.',
      destination: 'Where the rows go.',
      delivery: 'Where the finished file is delivered, and whether it has arrived; null where it stays with the job.',
      stores: 'The same stores with their names; null for one that was deleted.',
      filesExpireAt: 'When the files are removed; null without files, and once they are.',
      receipt: 'What was asked and what became of it; null while the job is not over.',
      attempts: 'How often a worker has taken it.',
      waitingFor: 'Why nothing moves, in words; null where it does.',
      nextTryAt: 'When a job that backs off is tried again; null otherwise.',
      canStartOver: 'Whether a retry goes on from where the job was, so that starting over is something else.',
      canRun: 'Whether the caller may run the same request as a new job.',
    },
  ],
  JobCounts: [
    'How far a job is. Items are products or orders.',
    {
      expected: 'Items; null where the platform cannot count.',
      fetched: 'Items.',
      written: 'Rows.',
      skipped: 'Items left out.',
    },
  ],
  JobFile: [
    'A file that a job left.',
    { sha256: 'Lower-case hexadecimal.', url: 'Where it can be downloaded; null once its time is over.' },
  ],
  JobDestination: [
    'Where the rows of a job go.',
    {
      kind: 'csv: a file of any format. sheet: a spreadsheet.',
      format: 'Of the file; null for a spreadsheet.',
      name: 'Of the file or the tab; null before there is one.',
      bytes: 'The size of the file; null for a spreadsheet.',
      url: 'The address of the spreadsheet; null for a file.',
    },
  ],
  RequestSummary: [
    'What an export was asked for, in short.',
    {
      columns: 'Their number.',
      template: 'The name, at that time, of the saved template with the same columns; null where there was none.',
      selected: 'The number of selected items; null where the filter selects.',
      limit: 'The most items asked for; null where there was no limit.',
      sheetUrl: 'The address of the spreadsheet; null for a file.',
      format: 'Of the file; null for a spreadsheet.',
    },
  ],
  JobSheet: 'A tab of a Google spreadsheet.',
  Receipt: [
    'What an export was asked for and what became of it.',
    {
      limit: 'The most items asked for; null where there was no limit.',
      sha256: 'Of the file; null for a spreadsheet.',
      file: 'Its name and size; null for a spreadsheet.',
    },
  ],
  StoreReceipt: [
    'What one store gave.',
    {
      scopeGaps: 'What the shop does not let us see.',
      skipped: 'Items that were left out, by reason.',
      deleted: 'Items that the shop has no longer, among the written rows. Only of schedules that deliver them.',
    },
  ],
  JobListResponse: [
    'One page of jobs, newest first.',
    { pageInfo: 'Which page there is next, if any.', totals: 'How many fit the request by status, whatever their page.' },
  ],
  JobRequestResponse: [
    'The request of a job.',
    { request: 'The body of the export call of this type.', inBackground: 'Whether nobody waited for it.' },
  ],
  JobResponse: 'One job.',
  JobRetryRequest: ['How to retry.', { startOver: 'From the beginning, whatever is kept of the job.' }],
  SheetRef: ['A Google spreadsheet.', { url: 'Its address, as a browser shows it.' }],
  SheetValidateResponse: ['A spreadsheet that may be written.', { sheetName: 'The title of the document.' }],
  SheetVerifyResponse: [
    'Whether a spreadsheet may be written.',
    { email: 'The service account with which the document has to be shared.' },
  ],
  Template: [
    'A saved choice of columns. It belongs to the team.',
    {
      columns: 'In their order.',
      lacking: 'For each platform, the columns that stay empty there.',
      canEdit: 'Whether the caller may rename, change and delete it.',
      createdBy: 'The id of whoever saved it.',
    },
  ],
  TemplateCreateRequest: 'A choice of columns to save.',
  TemplateUpdateRequest: 'What to change. A template never changes its type.',
  TemplateListResponse: 'Templates.',
  TemplateResponse: 'One template.',
} as const satisfies Partial<Descriptions>
