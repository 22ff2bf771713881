import { IconListSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useHasCatalogue } from '#client/shell/has-catalogue.ts'
import { limits } from '#shared/limits.ts'
import { paletteMessages } from '#shared/palette-messages.ts'
import type { Store } from '#shared/stores.ts'
import type { OfferGroup } from './offers.ts'

/** The list of all stores' products with the typed text: only one shop is asked for products here. Null where no copy of them is kept. */
export function useAllStoresOffer(typed: string, withProducts: readonly Store[]): OfferGroup | null {
  const navigate = useNavigate()
  const text = typed.trim().slice(0, limits.searchLength)
  const isMeant = text.length >= limits.paletteFewest
  const hasCatalogue = useHasCatalogue(withProducts, isMeant)
  if (!isMeant || !hasCatalogue) return null
  return {
    label: 'All stores',
    offers: [
      {
        id: 'all-stores',
        label: paletteMessages.searchAllStores(text),
        about: `${withProducts.length} stores`,
        mark: <IconListSearch size={18} stroke={1.75} aria-hidden />,
        run: () => void navigate({ to: '/products/all', search: { search: text } }),
      },
    ],
  }
}
