import { api } from '#client/api.ts'
import { useViewer } from '#client/session/viewer.ts'
import { can } from '#shared/access.ts'
import { limits } from '#shared/limits.ts'

/** When this day began on this machine. */
const today = () => new Date(new Date().setHours(0, 0, 0, 0))

/**
 * The catalogues of the stores in figures, with the changes of today. `summary` is undefined for who may read no products, where it could not
 * be loaded, and where no copies are kept. `isKnown`: there is an answer, or none will come.
 */
export function useCatalogueSummary() {
  const enabled = can(useViewer(), 'products.read')
  const { data, isFetched } = api.products.catalogue.summary.useQuery(
    { since: today().toISOString() },
    { enabled, staleTime: limits.freshMs },
  )
  return { summary: data?.isOn ? data : undefined, isKnown: isFetched || !enabled }
}
