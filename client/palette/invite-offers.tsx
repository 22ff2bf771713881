import { IconUserPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { api } from '#client/api.ts'
import { invitable } from '#client/roles/invitation.ts'
import { useViewer } from '#client/session/viewer.ts'
import { can } from '#shared/access.ts'
import type { Store } from '#shared/stores.ts'
import { inviteWish } from './invite-wish.ts'
import type { Offer, OfferGroup } from './offers.ts'

/** The invitation that the typed words ask for together: "anna@shop.com staff gift". Its form opens, filled in. */
export function useInviteOffers(typed: string, stores: readonly Store[]): OfferGroup {
  const viewer = useViewer()
  const navigate = useNavigate()
  const mayInvite = can(viewer, 'users.invite') && can(viewer, 'users.read')
  const { data } = api.users.roles.useQuery(undefined, { enabled: mayInvite && typed.includes('@') })
  const reachable = stores.filter(({ id }) => can(viewer, 'users.invite', id))
  const wish = mayInvite ? inviteWish(typed, invitable(viewer, data?.roles ?? []), reachable) : null
  if (!wish) return { label: 'Invitation', offers: [] }
  const { email, role, stores: chosen } = wish
  const invitation = { email, role_id: role?.id ?? '', store_ids: chosen.map(({ id }) => id) }
  const offer: Offer = {
    id: 'invitation',
    label: `Invite ${email}`,
    about: [...(role ? [role.display_name] : []), ...chosen.map(({ name }) => name)].join(', ') || 'Team',
    mark: <IconUserPlus size={18} stroke={1.75} aria-hidden />,
    run: () => void navigate({ to: '/users', search: { invite: true }, state: { invitation } }),
  }
  return { label: 'Invitation', offers: [offer] }
}
