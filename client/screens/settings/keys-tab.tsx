import { Anchor, Button, Switch, Text, Title } from '@mantine/core'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { api, cache } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { useAccess } from '#client/session/viewer.ts'
import { announce } from '#client/ui/announce.ts'
import { Confirm } from '#client/ui/confirm.tsx'
import { CopyField } from '#client/ui/copy-field.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LoadFailure } from '#client/ui/load-failure.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { RefreshFailure } from '#client/ui/refresh-failure.tsx'
import { CentredSpinner } from '#client/ui/spinner.tsx'
import { levels } from '#shared/access.ts'
import type { ApiKey } from '#shared/api-keys.ts'
import { messages } from '#shared/messages.ts'
import { KeyCalls } from './key-calls.tsx'
import { KeyForm } from './key-form.tsx'
import { KeyRow } from './key-row.tsx'
import { RotateKey } from './rotate-key.tsx'
import classes from './settings.module.css'

type Open = { dialog: 'form' } | { dialog: 'made'; token: string } | { dialog: 'calls' | 'revoke' | 'rotate'; key: ApiKey }

function Revoke({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const revoke = api.profile.revokeApiKey.useMutation({
    onSuccess: async () => {
      await cache.profile.apiKeys.invalidate()
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

/** The person's API keys. From level 90 on, also those of others. */
export function KeysTab() {
  const { profile } = useAccess()
  const [open, setOpen] = useState<Open | null>(null)
  const [isAll, setAll] = useState(false)
  const keys = api.profile.apiKeys.useQuery({ all: isAll })
  const { data, error, refetch } = keys
  const close = () => setOpen(null)
  if (error && !data) return <LoadFailure title="Failed to load API keys" sentence={say(error)} retry={() => void refetch()} />
  return (
    <section className={classes.panel} aria-labelledby="keys">
      <div className={classes.head}>
        <Title order={2} id="keys">
          API keys
        </Title>
        <Button size="xs" leftSection={<IconPlus size={14} />} onClick={() => setOpen({ dialog: 'form' })}>
          New key
        </Button>
      </div>
      <Text c="dimmed" size="sm" mt="xs">
        What programs can call, with every call to try out:{' '}
        <Anchor inherit underline="always" href="/api/v1/docs" target="_blank" rel="noreferrer">
          API reference
        </Anchor>
      </Text>
      {(profile?.role_level ?? 0) >= levels.admin && (
        <Switch
          label="Show everybody's"
          size="sm"
          mt="sm"
          checked={isAll}
          onChange={({ currentTarget }) => setAll(currentTarget.checked)}
        />
      )}
      <RefreshFailure query={keys} />
      {!data && <CentredSpinner label="Loading API keys" />}
      {data?.api_keys.length === 0 && (
        <EmptyState icon={IconKey} title="No API keys" hint="Programs sign in with an API key.">
          <Button variant="default" onClick={() => setOpen({ dialog: 'form' })}>
            Add your first key
          </Button>
        </EmptyState>
      )}
      <ul className={classes.rows}>
        {data?.api_keys.map((key) => (
          <KeyRow
            key={key.id}
            apiKey={key}
            isAll={isAll}
            isOwn={!isAll || key.owner.id === profile?.user.id}
            asOf={keys.dataUpdatedAt}
            onShowCalls={() => setOpen({ dialog: 'calls', key })}
            onRotate={() => setOpen({ dialog: 'rotate', key })}
            onRevoke={() => setOpen({ dialog: 'revoke', key })}
          />
        ))}
      </ul>
      {open?.dialog === 'form' && <KeyForm onMade={(token) => setOpen({ dialog: 'made', token })} onClose={close} />}
      {open?.dialog === 'rotate' && <RotateKey apiKey={open.key} onMade={(token) => setOpen({ dialog: 'made', token })} onClose={close} />}
      {open?.dialog === 'calls' && <KeyCalls apiKey={open.key} onClose={close} />}
      {open?.dialog === 'revoke' && <Revoke apiKey={open.key} onClose={close} />}
      {open?.dialog === 'made' && (
        <Notice title="API key created" sentence={messages.settings.keyShownOnce} onClose={close}>
          <CopyField label="API key" value={open.token} />
        </Notice>
      )}
    </section>
  )
}
