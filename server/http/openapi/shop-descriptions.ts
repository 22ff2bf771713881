// Descriptions of the schemas of stores, products, orders and exports. They are separate, because browsers load the schemas.
import type { Descriptions } from './description.ts'

const nextPage = 'Which page there is next, if any.'
const storedFile = 'Lower-case hexadecimal.'

export const shopDescriptions = {
  Failure: [
    'What every failed call answers.',
    { message: 'A sentence for the user.', error: 'The code, which never changes, and what belongs to it.' },
  ],
  Permission: 'A permission as resource:action.',
  Store: [
    'A connected shop. Its secrets never leave the server.',
    {
      domain: 'The host of the shop, without a scheme.',
      active: 'Whether it can be read and exported from.',
      currency: 'Three letters, ISO 4217.',
      timezone: 'An IANA name, such as Asia/Ho_Chi_Minh. Day filters mean whole days in this zone.',
      credential: 'How the shop lets us in.',
      locationId: 'The platform’s number of the location; null where none was given.',
      state: 'How the last call to the shop ended; null where it was not called yet.',
      stateSince: 'Since when it is in this state; null where it was not called yet.',
      stateReason: 'What is limited, or why the shop refuses; null otherwise.',
    },
  ],
  StoreCreateRequest: [
    'A store to connect, with the secrets of one kind of credential.',
    {
      domain: 'The host of the shop. A scheme and a trailing slash are taken off.',
      token: 'The admin access token, for platforms that have one.',
      clientId: 'For client credentials, with clientSecret.',
      apiKey: 'For an API key and password, with apiPassword.',
    },
  ],
  StoreUpdateRequest: 'The fields to change. An empty secret keeps the stored one.',
  StoreListResponse: 'Stores.',
  StoreResponse: 'One store.',
  StoreSavedResponse: [
    'The store as it was saved.',
    { warning: 'Where the store has another currency or time zone than its shop; null otherwise.' },
  ],
  StoreTestResponse: [
    'What a test of the connection found.',
    {
      shopName: 'What the shop calls itself.',
      limits: 'What will be missing from lists and exports.',
      differences: 'Where the store differs from its shop.',
    },
  ],
  Product: [
    'A product in a list.',
    {
      id: 'The platform’s number, as text because it may have 19 digits.',
      category: 'The platform’s category; null where it has none.',
      image: 'The first picture; null where there is none.',
    },
  ],
  ProductDetail: [
    'A whole product.',
    {
      options: 'The names of the options. Empty where there is one variant without a choice.',
      bodyHtml: 'The description, as HTML.',
      createdAt: 'Null where the shop does not tell.',
      updatedAt: 'In whole seconds; null where the shop does not tell. It goes into expectedUpdatedAt of a change.',
    },
  ],
  ProductVariant: [
    'One variant of a product.',
    {
      optionValues: 'One for each of the product’s options, in their order.',
      price: 'A decimal text in the currency of the store.',
      compareAtPrice: 'A decimal text in the currency of the store; null where there is none.',
      inventoryPolicy: 'Whether it is sold when there is none left; null where the shop does not tell.',
      inventoryQuantity: 'Null where the shop does not count it.',
      imageId: 'One of the product’s images; null where the variant has none.',
    },
  ],
  ProductImage: ['One image of a product.', { url: 'Null while the platform still fetches the picture.' }],
  ProductFilters: [
    'Filters of products. All that are given must hold; several values of one mean any of them.',
    {
      collection: 'Ids of collections.',
      createdAfter: 'From this day on, in the time zone of the store.',
      createdBefore: 'Until this day, included, in the time zone of the store.',
    },
  ],
  ProductListRequest: ['One page of products.', { cursor: 'endCursor of the page before.', sinceId: 'lastProductId of the page before.' }],
  ProductListResponse: ['One page of products.', { pageInfo: nextPage, warnings: 'What is missing from the page and why, in sentences.' }],
  ProductResponse: 'One product.',
  ProductCreateRequest: [
    'A product to create.',
    {
      options: 'The names of up to three options; the values are those of the variants.',
      images: 'The platform fetches them from there.',
      bodyHtml: 'The description, as HTML.',
    },
  ],
  ProductUpdateRequest: 'The changes of a product. What is left out stays as it is.',
  ProductCountRequest: 'Which products to count.',
  CountResponse: ['How many match.', { count: 'Null where a shop cannot count them.' }],
  OrderCountRequest: 'Which orders of which stores to count.',
  ProductMetadata: 'What the products of a store can be filtered by.',
  ProductMetadataRequest: 'The store to ask.',
  Order: [
    'An order in a list.',
    {
      platformOrderId: 'The platform’s number, as text because it may have 19 digits.',
      orderName: 'The number as people see it, such as #1001.',
      total: 'A decimal text with the digits of the currency.',
      customer: 'Null for guests.',
      financialStatus: 'Lower case; null where the platform says nothing.',
      fulfillmentStatus: 'Lower case; unfulfilled where the platform says nothing.',
      channel: 'Where it was placed: web, pos, or the number of an app.',
    },
  ],
  OrderDetail: [
    'A whole order. Amounts are decimal texts in its currency.',
    {
      paidAt: 'When it was fully paid; null before.',
      fulfilledAt: 'When the last of it was sent; null before.',
      cancelledAt: 'Null where it was not cancelled.',
      riskLevel: 'The worst that any assessment says: none, low, medium, high or pending; null where there is none.',
      shippingMethod: 'Null where nothing is shipped.',
    },
  ],
  OrderLine: [
    'One line of an order.',
    {
      id: 'Null where the platform does not tell it.',
      quantity: 'As ordered, with units that were removed or refunded later.',
      price: 'Of one unit, before discounts.',
      compareAtPrice: 'Of the variant as it is now; null where there is none.',
      discount: 'Of this line alone, without its share of the order’s discount.',
    },
  ],
  OrderAddress: 'An address. Province and country are codes where the platform gives them; null is what is not known.',
  OrderListRequest: [
    'One page of orders of one or several stores.',
    {
      createdAfter: 'From this day on, in the time zone of each store.',
      createdBefore: 'Until this day, included, in the time zone of each store.',
      cursor: 'endCursor of the page before. It goes with the same filters and sort.',
    },
  ],
  OrderListResponse: [
    'One page of orders.',
    {
      pageInfo: nextPage,
      warnings: 'Stores of which orders are missing, each by name and with the reason.',
      missing: 'Ids of the stores whose shop failed or has not answered yet.',
    },
  ],
  OrderResponse: 'One order.',
  CsvOptions: [
    'How a CSV is written. The defaults open right in spreadsheet programs.',
    { bom: 'Begins the file with a byte order mark.', protectFormulas: 'Keeps cells that begin like a formula from being one.' },
  ],
  ProductField: 'A column of a product export, by its name in the header.',
  ProductExportConfig: [
    'What a product export holds and where it goes.',
    {
      sheetExport: 'The address of a Google spreadsheet; empty means a CSV file.',
      maxItemsPerFile: 'The most products, not rows.',
      rowsPerProduct: '0: the layout of the platform’s own CSV. N: at most N rows for each product.',
      fields: 'The columns, in their order.',
    },
  ],
  ProductExportRequest: ['An export of products.', { productIds: 'Only these products; the filter is not applied to them.' }],
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
      url: 'The address of a Google spreadsheet; empty means a CSV file.',
      sheetDates: 'In a spreadsheet: times as text with their offset, or as dates that it can calculate with.',
      layout: 'Of an order with several lines: its own values on the first row only, or on each.',
    },
  ],
  OrderPreviewRequest: ['The export to preview.', { storeIds: 'The file would hold these stores one after another, in this order.' }],
  OrderPreviewResponse: 'The header and the first rows of the file.',
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
  JobFile: ['A file that a job left.', { sha256: storedFile, url: 'Where it can be downloaded; null once its time is over.' }],
  JobDestination: [
    'Where the rows of a job go.',
    {
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
    { scopeGaps: 'What the shop does not let us see.', skipped: 'Items that were left out, by reason.' },
  ],
  JobListResponse: [
    'One page of jobs, newest first.',
    { pageInfo: nextPage, totals: 'How many fit the request by status, whatever their page.' },
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
