import { Button, Text, Title } from '@mantine/core'
import { IconPlus, IconRobot } from '@tabler/icons-react'
import { useState } from 'react'
import { api } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LoadFailure } from '#client/ui/load-failure.tsx'
import { RefreshFailure } from '#client/ui/refresh-failure.tsx'
import { CentredSpinner } from '#client/ui/spinner.tsx'
import { messages } from '#shared/messages.ts'
import type { ServiceAccount } from '#shared/service-accounts.ts'
import { KeyDialogs, type KeyDialog } from '../key-dialogs.tsx'
import tabClasses from '../settings.module.css'
import { ChangeAccount, type AccountChange } from './account-change.tsx'
import { AccountEntry } from './account-entry.tsx'
import { AccountForm } from './account-form.tsx'

const words = messages.serviceAccounts

/** The open dialog. At most one is open. */
type Open =
  | { about: 'account'; account?: ServiceAccount }
  | { about: 'change'; change: AccountChange; account: ServiceAccount }
  | { about: 'key'; open: KeyDialog }

type OpenProps = { open: Open; onOpen: (open: Open) => void; onClose: () => void }

function OpenDialog({ open, onOpen, onClose }: OpenProps) {
  if (open.about === 'account') return <AccountForm account={open.account} onClose={onClose} />
  if (open.about === 'change') return <ChangeAccount change={open.change} account={open.account} onClose={onClose} />
  return <KeyDialogs open={open.open} onOpen={(next) => onOpen({ about: 'key', open: next })} onClose={onClose} />
}

/** The service accounts all of whose roles the person covers, with their keys. */
export function ServiceAccounts() {
  const [open, setOpen] = useState<Open | null>(null)
  const query = api.users.serviceAccounts.list.useQuery()
  const { data, error, refetch, dataUpdatedAt } = query
  if (error && !data) return <LoadFailure title={words.loadFailed} sentence={say(error)} retry={() => void refetch()} />
  return (
    <section className={tabClasses.panel} aria-labelledby="service-accounts">
      <div className={tabClasses.head}>
        <Title order={2} id="service-accounts">
          Service accounts
        </Title>
        <Button size="xs" leftSection={<IconPlus size={14} />} onClick={() => setOpen({ about: 'account' })}>
          Add service account
        </Button>
      </div>
      <Text c="dimmed" size="sm" mt="xs">
        {words.explained}
      </Text>
      <RefreshFailure query={query} />
      {!data && <CentredSpinner label="Loading service accounts" />}
      {data?.service_accounts.length === 0 && (
        <EmptyState icon={IconRobot} title="No service accounts" hint={words.none}>
          <Button variant="default" onClick={() => setOpen({ about: 'account' })}>
            Add your first service account
          </Button>
        </EmptyState>
      )}
      <ul className={tabClasses.rows}>
        {data?.service_accounts.map((account) => (
          <AccountEntry
            key={account.id}
            account={account}
            asOf={dataUpdatedAt}
            onOpen={(key) => setOpen({ about: 'key', open: key })}
            onEdit={() => setOpen({ about: 'account', account })}
            onChange={(change) => setOpen({ about: 'change', change, account })}
          />
        ))}
      </ul>
      {open && <OpenDialog open={open} onOpen={setOpen} onClose={() => setOpen(null)} />}
    </section>
  )
}
