import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { cache } from '#client/api.ts'
import { switchStore, useStoreSwitch } from '#client/session/chosen-store.ts'
import { PageTitle } from '#client/ui/page-title.tsx'
import { StoreButton } from '#client/ui/store-button.tsx'
import { CatalogueSearch } from '#shared/catalogue-search.ts'
import { useCatalogueStores } from './search.ts'
import { CatalogueSections, useSectionTitle } from './sections.tsx'

/** Leaves for the list of one store, with what the list of all stores is searched for. */
function useToStore() {
  const leave = useNavigate()
  const router = useRouter()
  return (store: string) => {
    const { search, status } = CatalogueSearch.parse(router.latestLocation.search)
    void leave({ to: '/products', search: { store, search, ...(status && { status, tab: status }) } })
  }
}

/** The header of the screens about all stores' products. */
export function CatalogueHeader() {
  const { stores } = useCatalogueStores()
  const title = useSectionTitle()
  const toStore = useToStore()
  useStoreSwitch(({ id }) => toStore(id))
  return (
    <>
      <PageTitle key={title} title={title}>
        <StoreButton
          stores={stores}
          chosenId={null}
          onChoose={(store) => store && switchStore(store)}
          allLabel="All stores"
          isAllLast
          w={230}
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
      <CatalogueSections />
    </>
  )
}
