import { Anchor, Text, Title } from '@mantine/core'
import { api } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { Banner } from '#client/ui/banner.tsx'
import { LoadFailure } from '#client/ui/load-failure.tsx'
import { RefreshFailure } from '#client/ui/refresh-failure.tsx'
import { CentredSpinner } from '#client/ui/spinner.tsx'
import { GuideLink } from '#client/ui/guide-link.tsx'
import { systemMessages } from '#shared/system-messages.ts'
import type { SystemState } from '#shared/system.ts'
import around from '../settings.module.css'
import { SystemCheck } from './check.tsx'
import { Part, NotAvailable } from './figures.tsx'
import { DatabasePart, DelayPart, FailuresPart, GooglePart, MailPart, QueuePart, StoragePart } from './parts.tsx'
import { Processes } from './processes.tsx'
import { Shops } from './shops.tsx'
import classes from './system.module.css'

const refreshMs = 10_000

const Parts = ({ system }: { system: SystemState }) => (
  <div className={classes.parts}>
    <Part title="Processes" rows={[]} isWide>
      {system.processes ? <Processes processes={system.processes} at={system.at} /> : <NotAvailable />}
    </Part>
    <DatabasePart system={system} />
    <QueuePart system={system} />
    <FailuresPart system={system} />
    <MailPart system={system} />
    <StoragePart system={system} />
    <DelayPart system={system} />
    <GooglePart system={system} />
    <Part title="Shops" rows={[]} isWide>
      {system.stores ? <Shops stores={system.stores} at={system.at} /> : <NotAvailable />}
    </Part>
  </div>
)

/** The state of the installation, for owners. */
export function SystemTab() {
  const query = api.settings.system.get.useQuery(undefined, { refetchInterval: refreshMs })
  const { data, error, refetch } = query
  if (error && !data) return <LoadFailure title={systemMessages.loadFailed} sentence={say(error)} retry={() => void refetch()} />
  const system = data?.system
  return (
    <div className={classes.screen}>
      <section className={around.panel} aria-labelledby="system">
        <Title order={2} id="system">
          System
        </Title>
        <Text c="dimmed" size="sm" mt="xs">
          {systemMessages.explained}
        </Text>
        <RefreshFailure query={query} />
        {!system && <CentredSpinner label="Loading the state of the system" />}
        {system && !system.database.isUp && (
          <Banner kind="error" mt="sm">
            {systemMessages.databaseDown}
          </Banner>
        )}
        {system && <Parts system={system} />}
        <Text c="dimmed" size="sm" mt="md">
          <GuideLink>{systemMessages.guides}</GuideLink>. Programs: see the{' '}
          <Anchor inherit underline="always" href="/api/v1/docs" target="_blank" rel="noreferrer">
            API reference
          </Anchor>
          .
        </Text>
      </section>
      <SystemCheck />
    </div>
  )
}
