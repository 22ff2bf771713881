import { api } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { announce } from '#client/ui/announce.ts'
import { Confirm } from '#client/ui/confirm.tsx'
import { CopyField } from '#client/ui/copy-field.tsx'
import { Notice } from '#client/ui/notice.tsx'
import type { ApiKey } from '#shared/api-keys.ts'
import { messages } from '#shared/messages.ts'
import type { ServiceAccount } from '#shared/service-accounts.ts'
import { KeyCalls } from './key-calls.tsx'
import { KeyForm } from './key-form.tsx'
import { refreshKeys } from './refresh-keys.ts'
import { RotateKey } from './rotate-key.tsx'

/** The open dialog about API keys. `account`: the service account that gets the key; null for the person. */
export type KeyDialog =
  | { dialog: 'form'; account: ServiceAccount | null }
  | { dialog: 'made'; token: string }
  | { dialog: 'calls' | 'revoke' | 'rotate'; key: ApiKey }

function Revoke({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const revoke = api.profile.revokeApiKey.useMutation({
    onSuccess: async () => {
      await refreshKeys()
      announce(messages.announced.keyRevoked)
      onClose()
    },
  })
  return (
    <Confirm
      title="Revoke API key"
      question={messages.settings.revokeConfirm(apiKey.name)}
      action="Revoke"
      isBusy={revoke.isPending}
      refused={revoke.error ? say(revoke.error) : undefined}
      onConfirm={() => revoke.mutate({ id: apiKey.id })}
      onCancel={onClose}
    />
  )
}

type Props = { open: KeyDialog; onOpen: (open: KeyDialog) => void; onClose: () => void }

/** The dialogs that make, show, replace and revoke API keys, and list their calls. */
export function KeyDialogs({ open, onOpen, onClose }: Props) {
  const showToken = (token: string) => onOpen({ dialog: 'made', token })
  if (open.dialog === 'form') return <KeyForm account={open.account} onMade={showToken} onClose={onClose} />
  if (open.dialog === 'made')
    return (
      <Notice title="API key created" sentence={messages.settings.keyShownOnce} onClose={onClose}>
        <CopyField label="API key" value={open.token} />
      </Notice>
    )
  if (open.dialog === 'rotate') return <RotateKey apiKey={open.key} onMade={showToken} onClose={onClose} />
  if (open.dialog === 'calls') return <KeyCalls apiKey={open.key} onClose={onClose} />
  return <Revoke apiKey={open.key} onClose={onClose} />
}
