import { Text, Title } from '@mantine/core'
import { api } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { Can } from '#client/session/can.tsx'
import { LoadFailure } from '#client/ui/load-failure.tsx'
import { RefreshFailure } from '#client/ui/refresh-failure.tsx'
import { CentredSpinner } from '#client/ui/spinner.tsx'
import { catalogueMessages } from '#shared/catalogue-messages.ts'
import { catalogueScreenMessages as messages } from '#shared/catalogue-screen-messages.ts'
import classes from '../settings.module.css'
import { CompanySwitch } from './company-switch.tsx'
import { PriceTolerance } from './price-tolerance.tsx'
import { CopyEntry } from './copy-entry.tsx'

const refreshMs = 15_000

/** The copies of the stores' products: which are kept, and how fresh they are. */
export function CatalogueTab() {
  const query = api.products.catalogue.stores.useQuery({}, { refetchInterval: refreshMs })
  const { data, error, dataUpdatedAt, refetch } = query
  if (error && !data) return <LoadFailure title={messages.settingsLoadFailed} sentence={say(error)} retry={() => void refetch()} />
  return (
    <section className={classes.panel} aria-labelledby="catalogue">
      <Title order={2} id="catalogue">
        Catalogue
      </Title>
      <Text c="dimmed" size="sm" mt="xs">
        {messages.explained}
      </Text>
      <RefreshFailure query={query} />
      {!data && <CentredSpinner label="Loading the copies" />}
      {data && (
        <Can
          do="settings.update"
          otherwise={
            !data.isOn && (
              <Text size="sm" mt="md">
                {catalogueMessages.switchedOff}
              </Text>
            )
          }
        >
          <CompanySwitch isOn={data.isOn} />
          {data.isOn && <PriceTolerance key={data.priceTolerance} percent={data.priceTolerance} />}
        </Can>
      )}
      {data?.isOn && (
        <ul className={classes.rows}>
          {data.stores.map((copy) => (
            <CopyEntry key={copy.storeId} copy={copy} now={dataUpdatedAt} />
          ))}
        </ul>
      )}
    </section>
  )
}
