import { AppError } from '#shared/errors.ts'
import { S3Secrets, SftpSecrets, WebhookSecrets } from '#shared/destinations.ts'
import type { Deps } from '#server/deps.ts'
import { emailSender } from '#server/destinations/email-sender.ts'
import type { DestinationRow } from '#server/destinations/repo.ts'
import { s3Sender } from '#server/destinations/s3-sender.ts'
import { openDestination } from '#server/destinations/secrets.ts'
import type { Sender } from '#server/destinations/sender.ts'
import { sftpSender } from '#server/destinations/sftp-sender.ts'
import { webhookSender } from '#server/destinations/webhook-sender.ts'
import type { Mail } from '#server/mail/mail.ts'

export type SenderDeps = Pick<Deps, 'vault' | 'outbound' | 'clock' | 'now' | 'appUrl' | 'destinationAnswerMs'> & {
  mail: Pick<Mail, 'deliver'>
}

const portOf = ({ port, protocol }: URL) => Number(port) || (protocol === 'https:' ? 443 : 80)

/** Why the server may not call the address of a destination, as a sentence. null: it may, or the address is fixed. */
export function addressRefusal({ outbound }: Pick<Deps, 'outbound'>, { kind, settings }: Pick<DestinationRow, 'kind' | 'settings'>) {
  if (kind === 'sftp' && 'host' in settings) return outbound.refusalOfHost(settings.host, settings.port)
  if (kind === 's3' && 'endpoint' in settings && settings.endpoint !== null) return outbound.refusalOf(settings.endpoint)
  return kind === 'webhook' && 'url' in settings ? outbound.refusalOf(settings.url) : null
}

/**
 * The sender to a destination; null for a spreadsheet, which an export writes by itself. Only this function decrypts its secrets. Throws
 * INVALID_INPUT for an address that may not be called, because the list of allowed hosts may have changed.
 */
export function senderOf(deps: SenderDeps, row: DestinationRow): Sender | null {
  const refusal = addressRefusal(deps, row)
  if (refusal !== null) throw new AppError('INVALID_INPUT', refusal)
  const secrets = openDestination(deps.vault, row)
  const { destinationAnswerMs: answerMs } = deps
  switch (row.kind) {
    case 's3': {
      const endpoint = row.settings.endpoint === null ? null : new URL(row.settings.endpoint)
      // Storages may have a host for each bucket, so without an endpoint the rule for all hosts holds.
      const lookup = endpoint ? deps.outbound.lookupFor(endpoint.hostname, portOf(endpoint)) : deps.outbound.lookupFor('', 0)
      return s3Sender(row.settings, S3Secrets.parse(secrets), { lookup, answerMs })
    }
    case 'sftp':
      return sftpSender({
        ...row.settings,
        answerMs,
        secrets: SftpSecrets.parse(secrets),
        lookup: deps.outbound.lookupFor(row.settings.host, row.settings.port),
      })
    case 'email':
      return emailSender(row.settings, deps)
    case 'webhook':
      return webhookSender(row.settings, WebhookSecrets.parse(secrets), { ...deps, answerMs })
    case 'sheet':
      return null
    default:
      return row satisfies never
  }
}
