/**
 * Writes every product or order of one store into a Google spreadsheet.
 *
 * Paste it under Extensions > Apps Script of the spreadsheet. In the project's settings, add the script properties BACKCOUNTER_URL
 * (https://shops.example.com), BACKCOUNTER_KEY (an API key that may read the store) and BACKCOUNTER_STORE (the store's name). Then run
 * writeProducts or writeOrders, by hand or by a trigger. Google ends a script after six minutes: for a store that takes longer, use an
 * export of Backcounter into a Google Sheet.
 */
const TRIES = 5
/** Google's sleep takes at most five minutes. */
const LONGEST_PAUSE_S = 300

/** As text, an id keeps all its digits, and a title that begins with = is no formula. */
const TEXT = '@'
const MONEY = '#,##0.00'
const WHOLE = '0'

/** Each column has its name, its number format, and its value of an item. */
const PRODUCTS = {
  sheet: 'Products',
  permission: 'products:read',
  path: '/products/fetch',
  request: (storeId) => ({ storeId, limit: 100, include: ['prices', 'skus'] }),
  items: (answer) => answer.data.products,
  columns: [
    ['id', TEXT, (product) => product.id],
    ['title', TEXT, (product) => product.title],
    ['status', TEXT, (product) => product.status],
    ['vendor', TEXT, (product) => product.vendor],
    ['lowest price', MONEY, (product) => product.priceRange && Number(product.priceRange.min)],
    ['stock', WHOLE, (product) => product.stock],
    ['SKUs', TEXT, (product) => product.skus.join(' ')],
  ],
}

const ORDERS = {
  sheet: 'Orders',
  permission: 'orders:read',
  path: '/orders/fetch',
  request: (storeId) => ({ storeIds: [storeId], limit: 100 }),
  items: (answer) => answer.orders,
  columns: [
    ['id', TEXT, (order) => order.platformOrderId],
    ['number', TEXT, (order) => order.orderName],
    ['created at', TEXT, (order) => order.createdAt],
    ['total', MONEY, (order) => Number(order.total)],
    ['currency', TEXT, (order) => order.currency],
    ['payment', TEXT, (order) => order.financialStatus],
    ['fulfillment', TEXT, (order) => order.fulfillmentStatus],
  ],
}

function writeProducts() {
  write(PRODUCTS)
}

function writeOrders() {
  write(ORDERS)
}

/** Reads the whole list before it writes: a sheet never has a part of it. */
function write(list) {
  const { rows, warnings } = readAll(list)
  const sheet = sheetNamed(list.sheet)
  const missing = rows.length - sheet.getMaxRows()
  if (missing > 0) sheet.insertRowsAfter(sheet.getMaxRows(), missing)
  sheet.clear()
  list.columns.forEach(([, format], index) => sheet.getRange(1, index + 1, rows.length, 1).setNumberFormat(format))
  sheet.getRange(1, 1, rows.length, list.columns.length).setValues(rows)
  // What the shop withholds stands where the reader sees it.
  sheet.getRange(1, 1).setNote(warnings.join('\n'))
}

/** The header and the rows of all pages. nextCursor leads to the next page, and is null on the last one. */
function readAll(list) {
  const store = storeNamed(setting('BACKCOUNTER_STORE'), list.permission)
  const rows = [list.columns.map(([name]) => name)]
  const warnings = new Set()
  let cursor = null
  do {
    const answer = call('post', list.path, { ...list.request(store.id), ...(cursor === null ? {} : { cursor }) })
    for (const item of list.items(answer)) rows.push(list.columns.map(([, , valueOf]) => valueOf(item) ?? ''))
    for (const warning of (answer.data || answer).warnings) warnings.add(warning)
    cursor = answer.nextCursor
  } while (cursor !== null)
  return { rows, warnings: [...warnings] }
}

function sheetNamed(name) {
  const spreadsheet = SpreadsheetApp.getActiveSpreadsheet()
  return spreadsheet.getSheetByName(name) || spreadsheet.insertSheet(name)
}

function storeNamed(name, permission) {
  const { stores } = call('get', `/stores?permission=${permission}`)
  const found = stores.find((store) => store.name === name)
  if (!found) throw new Error(`There is no store “${name}”. There are: ${stores.map((store) => store.name).join(', ')}`)
  return found
}

/** The answer of a call. A call that the server refuses for the moment is repeated after the pause that it asks for. */
function call(method, path, body) {
  const options = {
    method,
    headers: { Authorization: `Bearer ${setting('BACKCOUNTER_KEY')}` },
    muteHttpExceptions: true,
    ...(body ? { contentType: 'application/json', payload: JSON.stringify(body) } : {}),
  }
  for (let tried = 1; ; tried += 1) {
    const response = UrlFetchApp.fetch(`${setting('BACKCOUNTER_URL').replace(/\/$/, '')}/api/v1${path}`, options)
    const status = response.getResponseCode()
    if (status < 300) return JSON.parse(response.getContentText())
    const pause = pauseOf(response)
    const isForTheMoment = status === 429 || status === 503
    if (!isForTheMoment || tried === TRIES || pause > LONGEST_PAUSE_S) throw new Error(`${path}: ${messageOf(response)}`)
    Utilities.sleep(pause * 1000)
  }
}

/** In seconds. */
function pauseOf(response) {
  const [, seconds] = Object.entries(response.getHeaders()).find(([name]) => name.toLowerCase() === 'retry-after') || []
  return Number(seconds) || 1
}

/** The server's sentence. A proxy in between may answer without one. */
function messageOf(response) {
  try {
    return JSON.parse(response.getContentText()).message
  } catch {
    return `the server answered ${response.getResponseCode()}`
  }
}

function setting(name) {
  const value = PropertiesService.getScriptProperties().getProperty(name)
  if (!value) throw new Error(`Please add the script property ${name}`)
  return value
}
