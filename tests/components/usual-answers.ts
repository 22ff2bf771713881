import type { CatalogueSummaryResponse } from '#shared/catalogue-clashes.ts'
import type { JobListResponse } from '#shared/jobs.ts'
import type { ListedProduct } from '#shared/products.ts'
import type { ProfileResponse } from '#shared/profile.ts'
import { roles, type RoleName } from '#shared/roles.ts'
import { SettingsResponse } from '#shared/settings.ts'
import { UserListResponse } from '#shared/users.ts'
import type { Answer } from '#tests/support/answer.ts'
import { jobList } from '#tests/support/jobs.ts'
import { madeStore } from '#tests/support/made-store.ts'

export const alpha = madeStore({ id: 'a', name: 'Alpha' })
export const beta = madeStore({ id: 'b', name: 'Beta', platform: 'shopbase', domain: 'b.onshopbase.com', credential: 'apiPassword' })

function roleOf(name: RoleName) {
  const role = roles.find(({ id }) => id === name)
  if (!role) throw new Error(`there is no role ${name}`)
  return { ...role, permissions: [...role.permissions] }
}

/** Somebody with this role in all stores. */
export const madeMember = (id: string, name: string, role: RoleName) => ({
  id,
  email: `${id}@test.test`,
  full_name: name,
  department: null,
  avatar_url: null,
  is_active: true,
  email_confirmed_at: '2026-01-01T00:00:00.000Z',
  user_roles: [{ id: `${id}-${role}`, store_id: null, store: null, role: roleOf(role) }],
})

export function profileOf(role: RoleName): ProfileResponse {
  const { permissions, level } = roleOf(role)
  return {
    permissions,
    role_level: level,
    user: madeMember('me', 'Me Myself', role),
    theme: 'light',
    needs_second_factor: false,
    email_notifications: true,
    problem_mails: 'at_once',
    digest_timezone: null,
    chosen_store: null,
    store_colors: {},
    list_layouts: {},
    is_set_up: true,
  }
}

export const madeProduct = (id: string): ListedProduct => ({
  id,
  title: `Product ${id}`,
  image: null,
  status: 'active',
  category: null,
  productType: 'Tea',
  vendor: 'Hill',
  tags: [],
  createdAt: null,
  updatedAt: null,
  priceRange: null,
  stock: null,
  skus: null,
  options: null,
  variants: null,
})

const always = (value: unknown) => (): Answer => ({ result: { data: value } })

/** What a quiet server answers: two stores, no jobs, no views, no copy of the catalogues. */
export const usualAnswers = {
  'settings.get': always(SettingsResponse.parse({ settings: { logo_url: null, second_factor_level: null } })),
  'settings.destinations.list': always({ destinations: [] }),
  'stores.redirect': always({ redirectUrl: `${window.location.origin}/api/v1/stores/connect/callback` }),
  'stores.list': always({ stores: [alpha, beta] }),
  'products.catalogue.stores': always({ isOn: false, priceTolerance: 0, stores: [] }),
  'products.catalogue.summary': always({
    isOn: false,
    stores: [],
    clashes: { codes: 0, kinds: [], isAtLeast: false },
    changes: { kinds: [], isAtLeast: false },
  } satisfies CatalogueSummaryResponse),
  'profile.views.list': always({ views: [] }),
  'profile.notifications.list': always({ notifications: [], unread: 0, nextCursor: null }),
  'export.jobs.list': always(jobList() satisfies JobListResponse),
  'orders.figures': always({ stores: [] }),
  'users.list': always(UserListResponse.parse({ users: [], nextCursor: null, mail: { isSent: true, failingSince: null } })),
  'users.roles': always({ roles: roles.map(({ id }) => roleOf(id)) }),
}
