import { Button, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { api, cache } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { knowsPasskeys } from '#client/session/passkeys.ts'
import { Confirm } from '#client/ui/confirm.tsx'
import { localTime } from '#client/format/local-time.ts'
import { messages } from '#shared/messages.ts'
import type { Passkey } from '#shared/second-factor.ts'
import classes from '../settings.module.css'
import { AddPasskey } from './add-passkey.tsx'

function Remove({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const remove = api.profile.removePasskey.useMutation({
    onSuccess: async () => {
      await cache.profile.security.invalidate()
      onClose()
    },
  })
  return (
    <Confirm
      title="Remove passkey"
      question={messages.security.passkeyRemoveConfirm(passkey.name)}
      action="Remove"
      isBusy={remove.isPending}
      refused={remove.error ? say(remove.error) : undefined}
      onConfirm={() => remove.mutate({ id: passkey.id })}
      onCancel={onClose}
    />
  )
}

/** The devices that sign in without a password. */
export function Passkeys({ passkeys }: { passkeys: readonly Passkey[] }) {
  const [open, setOpen] = useState<{ removed: Passkey } | 'add' | null>(null)
  const close = () => setOpen(null)
  return (
    <section className={classes.panel} aria-labelledby="passkeys">
      <div className={classes.head}>
        <Title order={2} id="passkeys">
          Passkeys
        </Title>
        {knowsPasskeys() && (
          <Button size="xs" leftSection={<IconPlus size={14} />} onClick={() => setOpen('add')}>
            Add passkey
          </Button>
        )}
      </div>
      <Text c="dimmed" size="sm" mt="xs">
        Sign in with your fingerprint, your face or a security key, without a password or a code.
      </Text>
      {passkeys.length > 0 && (
        <ul className={classes.rows}>
          {passkeys.map((passkey) => (
            <li key={passkey.id} className={classes.row}>
              <div className={classes.rowText}>
                <Text fw={550}>{passkey.name}</Text>
                <Text c="dimmed" size="sm">
                  added {localTime(passkey.created_at)}
                </Text>
              </div>
              <Button variant="default" size="xs" aria-label={`Remove ${passkey.name}`} onClick={() => setOpen({ removed: passkey })}>
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {open === 'add' && <AddPasskey onClose={close} />}
      {open !== null && open !== 'add' && <Remove passkey={open.removed} onClose={close} />}
    </section>
  )
}
