import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { cache } from '#client/api.ts'
import { switchStore, useStoreSwitch } from '#client/session/chosen-store.ts'
import { PageTitle } from '#client/ui/page-title.tsx'
import { StoreButton } from '#client/ui/store-button.tsx'
import { useCatalogueSearch, useCatalogueStores } from './search.ts'

export function CatalogueHeader() {
  const { stores } = useCatalogueStores()
  const { toStore } = useCatalogueSearch()
  useStoreSwitch(({ id }) => toStore(id))
  return (
    <PageTitle title="Products">
      <StoreButton
        stores={stores}
        chosenId={null}
        onChoose={(store) => store && switchStore(store)}
        allLabel="All stores"
        isAllLast
        w={{ base: '100%', xs: 230 }}
      />
      <Button
        variant="default"
        px="xs"
        leftSection={<IconRefresh size={16} aria-hidden />}
        onClick={() => void cache.products.catalogue.invalidate()}
      >
        Refresh
      </Button>
    </PageTitle>
  )
}
