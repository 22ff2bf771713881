import { Button } from '@mantine/core'
import { IconBrandGoogle } from '@tabler/icons-react'
import { useState } from 'react'
import { session } from '#client/session/session.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { sentenceOf } from './sentence.ts'

const refusal = (error: unknown) =>
  error instanceof AppError && error.code === 'NOT_FOUND' ? messages.auth.googleOff : sentenceOf(error, messages.auth.googleFailed)

/** The way in by a third-party account; `onRefused` is told what to say where that does not go. */
export function GoogleButton({ onRefused }: { onRefused: (sentence: string) => void }) {
  const [isLeaving, setLeaving] = useState(false)

  async function leave() {
    setLeaving(true)
    try {
      window.location.assign(await session.startGoogle())
    } catch (error) {
      setLeaving(false)
      onRefused(await refusal(error))
    }
  }

  return (
    <Button
      variant="default"
      size="md"
      fullWidth
      loading={isLeaving}
      leftSection={<IconBrandGoogle size={18} />}
      onClick={() => void leave()}
    >
      Sign in with Google
    </Button>
  )
}
