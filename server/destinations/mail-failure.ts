import { z } from 'zod'
import type { DeliveryFailureCode } from '#shared/destinations.ts'
import { codeFailure, DeliveryFailure } from '#server/destinations/failure.ts'

/**
 * What the library says. `responseCode` and `command`: the answer of the mail server, and to what. `originalCode`: of the system, which the
 * library replaces by its own.
 */
const MailError = z.object({
  responseCode: z.number().optional(),
  command: z.string().optional(),
  code: z.string().default(''),
  originalCode: z.string().default(''),
  syscall: z.string().optional(),
})
type MailError = z.infer<typeof MailError>

const byCode: Record<string, DeliveryFailureCode> = {
  EAUTH: 'MAIL_LOGIN_REFUSED',
  ENOAUTH: 'MAIL_LOGIN_REFUSED',
  ECONNECTION: 'CONNECTION_LOST',
  ESOCKET: 'CONNECTION_LOST',
  EDNS: 'HOST_UNKNOWN',
}
/** RFC 5321 and RFC 4954. */
const byAnswer: Record<number, DeliveryFailureCode> = {
  452: 'FULL',
  530: 'MAIL_LOGIN_REFUSED',
  534: 'MAIL_LOGIN_REFUSED',
  535: 'MAIL_LOGIN_REFUSED',
  538: 'MAIL_LOGIN_REFUSED',
  552: 'TOO_LARGE',
}
const byCommand: Record<string, DeliveryFailureCode> = { 'MAIL FROM': 'SENDER_REFUSED', 'RCPT TO': 'RECIPIENT_REFUSED' }

function failureOfAnswer(answer: number, command: string): DeliveryFailureCode {
  const known = byAnswer[answer]
  if (known !== undefined) return known
  return answer < 500 ? 'BUSY' : (byCommand[command] ?? 'REFUSED')
}

function failureOf({ responseCode = 0, command = '', code, originalCode, syscall }: MailError): DeliveryFailureCode {
  if (responseCode >= 400) return failureOfAnswer(responseCode, command)
  if (syscall === 'connect' && code === 'ESOCKET') return codeFailure(originalCode) ?? 'CONNECTION_REFUSED'
  return codeFailure(originalCode) ?? codeFailure(code) ?? byCode[code] ?? 'CONNECTION_LOST'
}

/** The failure that an error of the library for mails means. */
export const mailFailure = (error: unknown): DeliveryFailure =>
  new DeliveryFailure(failureOf(MailError.safeParse(error).data ?? MailError.parse({})), { cause: error })
