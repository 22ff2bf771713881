import { Anchor, Button, Switch, Text, Title } from '@mantine/core'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { api } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { useAccess } from '#client/session/viewer.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LoadFailure } from '#client/ui/load-failure.tsx'
import { RefreshFailure } from '#client/ui/refresh-failure.tsx'
import { CentredSpinner } from '#client/ui/spinner.tsx'
import { levels } from '#shared/access.ts'
import { KeyDialogs, type KeyDialog } from './key-dialogs.tsx'
import { KeyRow } from './key-row.tsx'
import classes from './settings.module.css'

/** The person's API keys. From level 90 on, also those of others. */
export function KeysTab() {
  const { profile } = useAccess()
  const [open, setOpen] = useState<KeyDialog | null>(null)
  const [isAll, setAll] = useState(false)
  const keys = api.profile.apiKeys.useQuery({ all: isAll })
  const { data, error, refetch } = keys
  if (error && !data) return <LoadFailure title="Failed to load API keys" sentence={say(error)} retry={() => void refetch()} />
  return (
    <section className={classes.panel} aria-labelledby="keys">
      <div className={classes.head}>
        <Title order={2} id="keys">
          API keys
        </Title>
        <Button size="xs" leftSection={<IconPlus size={14} />} onClick={() => setOpen({ dialog: 'form', account: null })}>
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
          <Button variant="default" onClick={() => setOpen({ dialog: 'form', account: null })}>
            Add your first key
          </Button>
        </EmptyState>
      )}
      <ul className={classes.rows}>
        {data?.api_keys.map((key) => (
          <KeyRow
            key={key.id}
            apiKey={key}
            ownerName={isAll ? key.owner.email : null}
            isReplaceable={!isAll || key.owner.id === profile?.user.id}
            asOf={keys.dataUpdatedAt}
            onShowCalls={() => setOpen({ dialog: 'calls', key })}
            onRotate={() => setOpen({ dialog: 'rotate', key })}
            onRevoke={() => setOpen({ dialog: 'revoke', key })}
          />
        ))}
      </ul>
      {open && <KeyDialogs open={open} onOpen={setOpen} onClose={() => setOpen(null)} />}
    </section>
  )
}
