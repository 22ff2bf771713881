import { Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { knowsPasskeys } from '#client/session/passkeys.ts'
import { session } from '#client/session/session.ts'
import { messages } from '#shared/messages.ts'
import { sentenceOf } from './sentence.ts'

type Props = { onRefused: (sentence: string | undefined) => void; onSignedIn: () => void }

/** Sign-in by passkey, in browsers that support passkeys. */
export function PasskeyButton({ onRefused, onSignedIn }: Props) {
  const [isBusy, setBusy] = useState(false)

  async function signIn() {
    setBusy(true)
    onRefused(undefined)
    try {
      await session.signInByPasskey()
      onSignedIn()
    } catch (error) {
      setBusy(false)
      onRefused(await sentenceOf(error, messages.security.passkeyFailed))
    }
  }

  if (!knowsPasskeys()) return null
  return (
    <Button
      variant="default"
      size="md"
      fullWidth
      loading={isBusy}
      leftSection={<IconFingerprint size={18} />}
      onClick={() => void signIn()}
    >
      Sign in with a passkey
    </Button>
  )
}
