import { storeMessages } from '#shared/store-messages.ts'

type Row = { status: number; message: string }

/** Every failure of a call: the code that is sent, its HTTP status, and the default message, which a rule can replace by a better one. */
export const errors = {
  INVALID_INPUT: { status: 400, message: 'The request is not valid.' },
  INVALID_CURSOR: { status: 400, message: 'This page link is no longer valid. Please start again from the first page.' },
  CREDENTIALS_NEEDED: { status: 400, message: 'Please re-enter the credentials' },
  LINK_INVALID: { status: 400, message: 'This link is no longer valid. Please ask for a new one.' },
  IMAGE_REFUSED: { status: 400, message: 'Please choose a PNG, JPEG, WebP, GIF or SVG image.' },
  SIGNED_OUT: { status: 401, message: 'Not authenticated. Please log in again.' },
  WRONG_CREDENTIALS: { status: 401, message: 'Invalid email or password' },
  SECOND_FACTOR: { status: 401, message: 'Please enter the code of your second factor.' },
  REAUTHENTICATE: { status: 403, message: 'Please confirm that it is you.' },
  SECOND_FACTOR_NEEDED: { status: 403, message: 'Your team requires a second factor. Please set one up first.' },
  WRONG_PASSWORD: { status: 400, message: 'The password is wrong.' },
  WRONG_CODE: { status: 400, message: 'The code is wrong. Please try the next one.' },
  PASSKEY_REFUSED: { status: 400, message: 'This passkey cannot be used here.' },
  SETUP_CODE_WRONG: { status: 403, message: 'The setup code is wrong. The server printed it when it started.' },
  ACCESS_DENIED: { status: 403, message: 'Access denied. You do not have permission to access this page.' },
  ACCESS_RESTRICTED: { status: 403, message: 'Access Restricted: ask an administrator to add your email to the authorized list.' },
  FOREIGN_ORIGIN: { status: 403, message: 'This request came from another site.' },
  NOT_FOUND: { status: 404, message: 'Not found' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This address does not support that method.' },
  TIMED_OUT: { status: 408, message: 'The request took too long to arrive.' },
  NAME_TAKEN: { status: 409, message: 'This name is already in use.' },
  SHOP_TAKEN: { status: 409, message: storeMessages.shopTaken },
  ALREADY_MEMBER: { status: 409, message: 'This email already belongs to an active team member.' },
  LAST_OWNER: { status: 409, message: 'The last active owner cannot be deactivated, deleted or demoted.' },
  CONFLICT: { status: 409, message: 'Somebody else changed this at the same time. Please try again.' },
  WOULD_REMOVE: { status: 409, message: 'The lists would remove variants or images of the product.' },
  IDEMPOTENCY_MISMATCH: { status: 409, message: 'This Idempotency-Key was used with another request.' },
  STORE_WITHHOLDS: { status: 409, message: 'The shop withholds data from this app.' },
  NOT_APPROVED: { status: 409, message: 'No approval of a shop waits in this session. Please connect again.' },
  STORE_MOVED: { status: 409, message: 'This store points at another shop now.' },
  FILE_EXPIRED: { status: 410, message: 'This file has expired. Please export again.' },
  FILE_GONE: { status: 410, message: 'This file is missing in the storage. Please export again.' },
  EVENTS_GONE: { status: 410, message: 'Later events were removed. Please read the present state and connect again.' },
  DELIVERY_UNWANTED: { status: 410, message: 'Messages of this shop are not wanted any more.' },
  PRECONDITION_FAILED: {
    status: 412,
    message: 'Nothing was changed: the tags of this API are weak, which If-Match never matches. Please send the change without it.',
  },
  TOO_LARGE: { status: 413, message: 'The request is too large.' },
  ADDRESS_TOO_LONG: { status: 414, message: 'The address of the request is too long.' },
  UNSUPPORTED_MEDIA: { status: 415, message: 'Please send JSON (content-type: application/json).' },
  RANGE_NOT_SATISFIABLE: { status: 416, message: 'The requested range is outside the file.' },
  HEADERS_TOO_LARGE: { status: 431, message: 'The headers of the request are too large.' },
  STORE_REJECTED: { status: 422, message: 'The platform refused the credentials' },
  STORE_LACKS_SCOPE: { status: 422, message: 'The platform denied access: a scope is missing' },
  STORE_UNAVAILABLE: { status: 422, message: 'The shop is closed or frozen' },
  STORE_REFUSED: { status: 422, message: 'The platform refused the request' },
  STORE_INACTIVE: { status: 422, message: 'This store is inactive.' },
  SHEET_REFUSED: { status: 422, message: 'Invalid URL or no permission' },
  DESTINATION_REFUSED: { status: 422, message: 'The destination refused the file.' },
  SHEET_FULL: { status: 422, message: 'The spreadsheet is full' },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too many requests. Please wait a moment.' },
  STORE_BUSY: { status: 429, message: 'The shop asked us to slow down. Please try again in a moment.' },
  SHEETS_BUSY: { status: 429, message: 'Google Sheets asked us to slow down. Please try again in a moment.' },
  CALLER_GONE: { status: 499, message: 'The caller hung up before the answer.' },
  INTERNAL: { status: 500, message: 'Something went wrong on our side.' },
  JOB_CANCELLED: { status: 500, message: 'Cancelled' },
  JOB_INTERRUPTED: { status: 500, message: 'This export was running when the backup was made. Please retry it.' },
  JOB_CRASHED: { status: 500, message: 'The export was stopped because it crashed repeatedly.' },
  STORE_UNREACHABLE: { status: 502, message: 'The shop could not be reached' },
  STORE_ANSWER_INVALID: { status: 502, message: 'The shop sent an unexpected answer' },
  STORE_ROW_INVALID: { status: 502, message: 'The shop sent a row that cannot be read' },
  INCOMPLETE: { status: 502, message: 'The shop sent fewer items than it counted' },
  ISSUER_UNREACHABLE: { status: 502, message: 'The sign-in service could not be reached. Please try again in a moment.' },
  STORAGE_UNREACHABLE: { status: 502, message: 'The file storage could not be reached. Please try again in a moment.' },
  STORAGE_REFUSED: { status: 502, message: 'The file storage refuses the server. Please contact administrator.' },
  DISK_FULL: { status: 503, message: 'The disk is full. Please free some space and try again.' },
  SHEETS_UNREACHABLE: { status: 502, message: 'Unable to access Google Sheets' },
  DESTINATION_UNREACHABLE: { status: 502, message: 'The destination could not be reached' },
  SHEET_LEFT: { status: 502, message: 'The sheet could not be removed.' },
  SHEETS_ACCOUNT_REFUSED: { status: 502, message: 'Google does not accept the service account.' },
  SHEETS_OFF: { status: 503, message: 'Google Sheets integration not configured. Please contact administrator.' },
  CATALOGUE_REFUSED: {
    status: 503,
    message: 'The database does not let the server keep the copy of the catalogues. Please contact administrator.',
  },
  UNAVAILABLE: { status: 503, message: 'The server is not available at the moment. Please try again soon.' },
  OVERLOADED: { status: 503, message: 'The server is busy. Please try again in a moment.' },
} as const satisfies Record<string, Row>

export type ErrorCode = keyof typeof errors
export const isErrorCode = (code: unknown): code is ErrorCode => typeof code === 'string' && Object.hasOwn(errors, code)

export type InputIssue = { path: string; message: string }
/**
 * `fileBytes`: the length of the file whose part was requested. `ticket`: the ticket in the answer SECOND_FACTOR. `storage`: which storage it was,
 * for the operator; callers are not told. `mayBeDone`: what was asked for may have been carried out all the same.
 */
type Details = ErrorOptions & {
  issues?: readonly InputIssue[]
  retryAfterSeconds?: number
  fileBytes?: number
  ticket?: string
  storage?: string | undefined
  mayBeDone?: boolean
}

/** The error class of all rules. Its message is written for the user and safe to show. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly issues: readonly InputIssue[] | undefined
  readonly retryAfterSeconds: number | undefined
  readonly fileBytes: number | undefined
  readonly ticket: string | undefined
  readonly storage: string | undefined
  readonly mayBeDone: boolean

  constructor(code: ErrorCode, message: string = errors[code].message, details: Details = {}) {
    const { issues, retryAfterSeconds, fileBytes, ticket, storage, mayBeDone = false, ...options } = details
    super(message, options)
    this.code = code
    this.issues = issues
    this.retryAfterSeconds = retryAfterSeconds
    this.fileBytes = fileBytes
    this.ticket = ticket
    this.storage = storage
    this.mayBeDone = mayBeDone
  }
}
