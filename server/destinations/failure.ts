import { AppError } from '#shared/errors.ts'
import { deliveryFailures } from '#shared/destination-messages.ts'
import type { DeliveryFailureCode } from '#shared/destinations.ts'
import { certificateErrors } from '#server/webhooks/certificate-errors.ts'

/** Failures that may end without anybody's doing, or when somebody frees space. The others stay until the destination is changed. */
const passing: ReadonlySet<DeliveryFailureCode> = new Set(['FULL', 'HOST_UNKNOWN', 'CONNECTION_REFUSED', 'CONNECTION_LOST', 'LATE', 'BUSY'])

/** Why a file was not delivered: DESTINATION_UNREACHABLE where it may pass, or DESTINATION_REFUSED. */
export class DeliveryFailure extends AppError {
  readonly failure: DeliveryFailureCode
  /** Whether it is worth another attempt. */
  readonly mayPass: boolean
  constructor(failure: DeliveryFailureCode, options?: ErrorOptions & { retryAfterSeconds?: number }) {
    super(passing.has(failure) ? 'DESTINATION_UNREACHABLE' : 'DESTINATION_REFUSED', deliveryFailures[failure], options)
    this.failure = failure
    this.mayPass = passing.has(failure)
  }
}

const byCode: Record<string, DeliveryFailureCode> = {
  ...Object.fromEntries(certificateErrors.map((code) => [code, 'CERTIFICATE_REFUSED'] as const)),
  ADDRESS_NOT_PUBLIC: 'NOT_PUBLIC',
  ENOTFOUND: 'HOST_UNKNOWN',
  EAI_AGAIN: 'HOST_UNKNOWN',
  ECONNREFUSED: 'CONNECTION_REFUSED',
  EHOSTUNREACH: 'CONNECTION_REFUSED',
  ENETUNREACH: 'CONNECTION_REFUSED',
  ECONNRESET: 'CONNECTION_LOST',
  EPIPE: 'CONNECTION_LOST',
  UND_ERR_SOCKET: 'CONNECTION_LOST',
  ETIMEDOUT: 'LATE',
  TimeoutError: 'LATE',
  UND_ERR_CONNECT_TIMEOUT: 'LATE',
}

const codesOf = (error: unknown): string[] => {
  if (!(error instanceof Error)) return []
  const own = 'code' in error && typeof error.code === 'string' ? [error.code] : []
  const inner = error instanceof AggregateError ? error.errors.flatMap(codesOf) : []
  return [...own, error.name, ...inner, ...codesOf(error.cause)]
}

/** The failure that a code of the system means. null: it is none of the network. */
export const codeFailure = (code: string): DeliveryFailureCode | null => byCode[code] ?? null

/** The failure that an error of the network means. null: it is none of the network. */
export function networkFailure(error: unknown): DeliveryFailureCode | null {
  for (const code of codesOf(error)) {
    const failure = codeFailure(code)
    if (failure !== null) return failure
  }
  return null
}

/** The failure that the status of an answer over HTTP means. null: it is a success. */
export function statusFailure(status: number): DeliveryFailureCode | null {
  if (status >= 200 && status < 300) return null
  if (status === 401) return 'CREDENTIALS_REFUSED'
  if (status === 403) return 'ACCESS_REFUSED'
  if (status === 404 || status === 410) return 'PLACE_MISSING'
  if (status === 413) return 'TOO_LARGE'
  if (status === 507) return 'FULL'
  return status >= 500 || [408, 425, 429].includes(status) ? 'BUSY' : 'REFUSED'
}

/** Runs calls to a destination. Where the signal ended them, its reason is thrown in place of their error. */
export async function untilAborted<T>(signal: AbortSignal, calls: () => Promise<T>): Promise<T> {
  try {
    signal.throwIfAborted()
    return await calls()
  } catch (error) {
    signal.throwIfAborted()
    throw error
  }
}
