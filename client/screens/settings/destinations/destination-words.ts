import { IconAt, IconBucket, IconServer, IconTable, IconWebhook, type Icon } from '@tabler/icons-react'
import type { DestinationKind } from '#shared/delivery.ts'
import { destinationKindLabels } from '#shared/destination-messages.ts'
import type { Destination } from '#shared/destinations.ts'

export const kindIcons: Record<DestinationKind, Icon> = {
  s3: IconBucket,
  sftp: IconServer,
  email: IconAt,
  webhook: IconWebhook,
  sheet: IconTable,
}

export const kindChoices = Object.entries(destinationKindLabels).map(([value, label]) => ({ value, label }))

const below = (top: string, folder: string) => (folder === '' ? top : `${top}/${folder.replace(/^\/+/, '')}`)

/** Where the files go, in one line. null: the person may not see it. */
export function whereInWords(destination: Destination): string | null {
  const { kind, settings } = destination
  if (settings === null) return null
  if (kind === 's3') return `${below(settings.bucket, settings.folder)} · ${settings.endpoint ?? `Amazon S3, ${settings.region}`}`
  if (kind === 'sftp')
    return below(`${settings.username}@${settings.host}${settings.port === 22 ? '' : `:${settings.port}`}`, settings.folder)
  return kind === 'email' ? settings.to.join(', ') : settings.url
}

/** Whether the key of a server with SFTP still has to be confirmed. */
export const lacksHostKey = ({ kind, settings }: Destination): boolean => kind === 'sftp' && settings?.hostKey === null
