import { api } from '#client/api.ts'
import { useAccess } from '#client/session/viewer.ts'
import { can, reaches, summary, type Permission } from '#shared/access.ts'
import { viewerOf } from '#shared/profile.ts'
import type { ServiceAccount } from '#shared/service-accounts.ts'

/** What a new key can carry: the permissions and the stores of its owner. */
type KeyReach = { permissions: readonly Permission[]; stores: readonly { id: string; name: string }[] }

/** What a new key of the service account can carry. null: of the person. */
export function useKeyReach(account: ServiceAccount | null): KeyReach {
  const { profile, viewer } = useAccess()
  const { data } = api.stores.list.useQuery({}, { enabled: can(viewer, 'stores.list') })
  const user = account ?? profile?.user
  if (!user) return { permissions: [], stores: [] }
  const owner = viewerOf({ user })
  const assigned = user.user_roles.flatMap(({ store }) => store ?? [])
  // A person who may not list stores still chooses among those that their assignments name.
  const stores = data?.stores.filter(({ id }) => reaches(owner, id)) ?? [...new Map(assigned.map((store) => [store.id, store])).values()]
  return { permissions: summary(owner).permissions, stores }
}
