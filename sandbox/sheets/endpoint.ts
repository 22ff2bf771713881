import type { z } from 'zod'
import { json } from '../answer.ts'
import type { Answer } from '../answer.ts'
import { jsonObject } from '../incoming.ts'
import type { Incoming } from '../incoming.ts'
import { propertiesOf } from './document.ts'
import type { SheetDocument } from './document.ts'
import { errorAnswer, GoogleError } from './errors.ts'
import type { SheetsService } from './service.ts'
import { BatchUpdate, batchUpdate } from './updates.ts'
import { batchWrite, readValues, ValueBatchUpdate, ValueUpdate, writeValues } from './values.ts'

const FIELDS = 'spreadsheetId,properties.title,sheets.properties'

const documentAnswer = ({ id, title, tabs }: SheetDocument) => ({
  spreadsheetId: id,
  properties: { title },
  sheets: tabs.map((tab, index) => ({ properties: propertiesOf(tab, index) })),
})

function bodyAs<Out>(schema: z.ZodType<Out>, body: string): Out {
  const parsed = schema.safeParse(jsonObject(body))
  if (parsed.success) return parsed.data
  throw new GoogleError('INVALID_ARGUMENT', `Invalid JSON payload received, or a part of the API that is not played here. ${parsed.error}`)
}

type Call = { readonly document: SheetDocument; readonly incoming: Incoming; readonly range: string }
type Operation = {
  readonly kind: 'Read' | 'Write'
  readonly route: RegExp
  readonly method: string
  readonly carryOut: (call: Call) => object
}

/** The emulated calls, by their names in Google's reference. */
const OPERATIONS: Readonly<Record<string, Operation>> = {
  'spreadsheets.get': {
    kind: 'Read',
    method: 'GET',
    route: /^\/v4\/spreadsheets\/([^/:]+)$/,
    carryOut: ({ document, incoming }) => {
      if (incoming.query.get('fields') !== FIELDS) throw new GoogleError('UNIMPLEMENTED', `Only fields=${FIELDS} is played here`)
      return documentAnswer(document)
    },
  },
  'spreadsheets.batchUpdate': {
    kind: 'Write',
    method: 'POST',
    route: /^\/v4\/spreadsheets\/([^/:]+):batchUpdate$/,
    carryOut: ({ document, incoming }) => batchUpdate(document, bodyAs(BatchUpdate, incoming.body)),
  },
  'values.batchUpdate': {
    kind: 'Write',
    method: 'POST',
    route: /^\/v4\/spreadsheets\/([^/:]+)\/values:batchUpdate$/,
    carryOut: ({ document, incoming }) => batchWrite(document, bodyAs(ValueBatchUpdate, incoming.body).data),
  },
  'values.batchGet': {
    kind: 'Read',
    method: 'GET',
    route: /^\/v4\/spreadsheets\/([^/:]+)\/values:batchGet$/,
    carryOut: ({ document, incoming }) => {
      if (incoming.query.get('valueRenderOption') !== 'UNFORMATTED_VALUE')
        throw new GoogleError('UNIMPLEMENTED', 'Only unformatted values are played here')
      const valueRanges = incoming.query.getAll('ranges').map((range) => readValues(document, range))
      return { spreadsheetId: document.id, valueRanges }
    },
  },
  'values.get': {
    kind: 'Read',
    method: 'GET',
    route: /^\/v4\/spreadsheets\/([^/:]+)\/values\/(.+)$/,
    carryOut: ({ document, range }) => readValues(document, range),
  },
  'values.update': {
    kind: 'Write',
    method: 'PUT',
    route: /^\/v4\/spreadsheets\/([^/:]+)\/values\/(.+)$/,
    carryOut: ({ document, incoming, range }) => {
      if (incoming.query.get('valueInputOption') !== 'RAW') throw new GoogleError('UNIMPLEMENTED', 'Only RAW values are played here')
      return writeValues(document, [{ range, values: bodyAs(ValueUpdate, incoming.body).values }])[0] ?? {}
    },
  },
}

type Asked = { readonly operation: Operation; readonly id: string; readonly range: string }

function asked({ method, path }: Incoming): (Asked & { name: string }) | null {
  for (const [name, operation] of Object.entries(OPERATIONS)) {
    const [, id, range = ''] = operation.method === method ? (operation.route.exec(path) ?? []) : []
    if (id !== undefined) return { name, operation, id: decodeURIComponent(id), range: decodeURIComponent(range) }
  }
  return null
}

/** The call's name in Google's reference; its path where it is not emulated. */
export const operationOf = (incoming: Incoming): string => asked(incoming)?.name ?? incoming.path

/** Checks in Google's order: caller, document, access, quota. */
function carryOut(service: SheetsService, incoming: Incoming): object {
  if (!service.tokens.isValid(incoming.headers['authorization']))
    throw new GoogleError(
      'UNAUTHENTICATED',
      'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.',
    )
  const call = asked(incoming)
  if (!call) throw new GoogleError('UNIMPLEMENTED', `The sandbox does not play ${incoming.method} ${incoming.path}`)
  const { operation, id, range } = call
  if (!service.isApiOn)
    throw new GoogleError(
      'PERMISSION_DENIED',
      'Google Sheets API has not been used in project 1 before or it is disabled. Enable it by visiting https://console.developers.google.com/apis/api/sheets.googleapis.com/overview?project=1 then retry. If you enabled this API recently, wait a few minutes for the action to propagate to our systems and retry.',
      'SERVICE_DISABLED',
    )
  service.quota.take(operation.kind)
  const document = service.documents.get(id)
  if (!document) throw new GoogleError('NOT_FOUND', 'Requested entity was not found.')
  const isAllowed = document.access === 'editor' || (document.access === 'viewer' && operation.kind === 'Read')
  if (!isAllowed) throw new GoogleError('PERMISSION_DENIED', 'The caller does not have permission')
  if (document.isOfficeFile)
    throw new GoogleError(
      'FAILED_PRECONDITION',
      'This operation is not supported for this document. The document must not be an Office file.',
    )
  service.beforeCall?.(call.name, document)
  return operation.carryOut({ document, incoming, range })
}

/** Answers like Google's Sheets API v4 and its token endpoint. */
export function answerSheets(service: SheetsService, incoming: Incoming): Answer {
  if (incoming.path === '/token')
    return incoming.method === 'POST' ? service.tokens.grant(incoming.body) : json(404, { error: 'not_found' })
  try {
    return json(200, carryOut(service, incoming))
  } catch (problem) {
    if (problem instanceof GoogleError) return errorAnswer(problem)
    throw problem
  }
}
