import { permissions, type Permission } from '#shared/access.ts'
import type { Relation, Standing } from './principals.ts'

/** The calls that a key with one permission may make. No role has only one permission, so such a key cannot assign or remove roles. */
export const opensTo: Record<string, { relation: Relation | Standing | null; permissions: readonly Permission[] }> = {
  'profile.get': { relation: null, permissions },
  'profile.createApiKey': { relation: null, permissions: [] },
  'profile.apiKeyCalls': { relation: 'self', permissions: [] },
  'profile.revokeApiKey': { relation: 'self', permissions: [] },
  'settings.update': { relation: null, permissions: [] },
  'settings.webhooks.list': { relation: null, permissions: ['settings:update'] },
  'settings.destinations.create': { relation: null, permissions: ['settings:update'] },
  'settings.audit': { relation: null, permissions: [] },
  'stores.list': { relation: null, permissions: ['settings:read'] },
  'stores.create': { relation: null, permissions: ['stores:create'] },
  'stores.connect': { relation: null, permissions: [] },
  'stores.reconnect': { relation: 'own', permissions: [] },
  'stores.update': { relation: 'own', permissions: ['stores:update'] },
  'stores.remove': { relation: 'own', permissions: ['stores:delete'] },
  'users.list': { relation: null, permissions: ['users:read'] },
  'users.get': { relation: 'lower', permissions: ['users:read'] },
  'users.invite': { relation: null, permissions: [] },
  'users.update': { relation: 'lower', permissions: [] },
  'users.setRoles': { relation: 'mixed', permissions: [] },
  'users.serviceAccounts.create': { relation: null, permissions: [] },
  'users.deactivate': { relation: 'lower', permissions: [] },
  'users.remove': { relation: 'global', permissions: [] },
  'products.list': { relation: 'own', permissions: ['products:read'] },
  'export.products': { relation: 'own', permissions: [] },
}
