import type { DestinationKind } from '#shared/delivery.ts'
import type { Vault } from '#server/stores/vault.ts'

/** The binding of a destination's encrypted secrets to its row. */
export const destinationBinding = (id: string) => `destinations|${id}|secrets`

export const sealDestination = (vault: Vault, id: string, secrets: object): string =>
  vault.seal(JSON.stringify(secrets), destinationBinding(id))

export const openDestination = (vault: Vault, { id, secrets }: { id: string; secrets: string | null }): unknown =>
  secrets === null ? null : JSON.parse(vault.open(secrets, destinationBinding(id)))

/** Whether destinations of a kind have secrets. */
export const keepsSecrets: Record<DestinationKind, boolean> = { s3: true, sftp: true, email: false, webhook: true, sheet: false }
