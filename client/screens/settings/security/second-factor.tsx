import { Badge, Button, Group, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { cache } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { account } from '#client/session/account.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Confirm } from '#client/ui/confirm.tsx'
import { counted } from '#client/format/words.ts'
import { messages } from '#shared/messages.ts'
import type { SecondFactorEnrollResponse, SecurityResponse } from '#shared/second-factor.ts'
import classes from '../settings.module.css'
import { Enroll } from './enroll.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type Open =
  | { dialog: 'enroll'; enrollment: SecondFactorEnrollResponse }
  | { dialog: 'codes'; codes: readonly string[] }
  | { dialog: 'renew' | 'disable' }

const failure = (error: unknown) => (error ? say(error, messages.security.factorFailed) : undefined)

/** Reloads everything: the server decides what a person without a second factor can reach. */
const refresh = () => cache.invalidate()

function Renew({ onRenewed, onClose }: { onRenewed: (codes: string[]) => void; onClose: () => void }) {
  const renew = useMutation({ mutationFn: account.renewRecoveryCodes, onSuccess: onRenewed })
  return (
    <Confirm
      title="New recovery codes"
      question={messages.security.newCodesConfirm}
      action="Make new codes"
      isBusy={renew.isPending}
      refused={failure(renew.error)}
      onConfirm={() => renew.mutate()}
      onCancel={onClose}
    />
  )
}

function Disable({ onClose }: { onClose: () => void }) {
  const disable = useMutation({
    mutationFn: account.disableSecondFactor,
    onSuccess: async () => {
      await refresh()
      onClose()
    },
  })
  return (
    <Confirm
      title="Switch off the second factor"
      question={messages.security.offConfirm}
      action="Switch off"
      isBusy={disable.isPending}
      refused={failure(disable.error)}
      onConfirm={() => disable.mutate()}
      onCancel={onClose}
    />
  )
}

type Props = { state: SecurityResponse['second_factor']; /** The team requires it, and there is no passkey instead. */ isNeeded: boolean }

/** The authenticator app and its recovery codes. */
export function SecondFactorSettings({ state: { is_enabled: isOn, recovery_codes_left: left }, isNeeded }: Props) {
  const [open, setOpen] = useState<Open | null>(null)
  const enroll = useMutation({
    mutationFn: account.enrollSecondFactor,
    onSuccess: (enrollment) => setOpen({ dialog: 'enroll', enrollment }),
  })
  const close = () => setOpen(null)
  const showCodes = (codes: readonly string[]) => {
    setOpen({ dialog: 'codes', codes })
    void refresh()
  }

  return (
    <section className={classes.panel} aria-labelledby="second-factor">
      <div className={classes.head}>
        <Title order={2} id="second-factor">
          Second factor
        </Title>
        <Badge color={isOn ? 'green' : 'gray'}>{isOn ? 'On' : 'Off'}</Badge>
      </div>
      <Text c="dimmed" size="sm" mt="xs">
        {isOn ? `${messages.security.factorOn} ${counted(left, 'recovery code')} left.` : messages.security.factorOff}
      </Text>
      <Group gap="xs" mt="md">
        {!isOn && (
          <Button size="xs" loading={enroll.isPending} onClick={() => enroll.mutate()}>
            Set up
          </Button>
        )}
        {isOn && (
          <Button variant="default" size="xs" onClick={() => setOpen({ dialog: 'renew' })}>
            New recovery codes
          </Button>
        )}
        {isOn && !isNeeded && (
          <Button variant="default" size="xs" onClick={() => setOpen({ dialog: 'disable' })}>
            Switch off
          </Button>
        )}
      </Group>
      {enroll.error && (
        <Banner kind="error" mt="md">
          {failure(enroll.error)}
        </Banner>
      )}
      {open?.dialog === 'enroll' && <Enroll enrollment={open.enrollment} onConfirmed={showCodes} onClose={close} />}
      {open?.dialog === 'codes' && <RecoveryCodes codes={open.codes} onClose={close} />}
      {open?.dialog === 'renew' && <Renew onRenewed={showCodes} onClose={close} />}
      {open?.dialog === 'disable' && <Disable onClose={close} />}
    </section>
  )
}
