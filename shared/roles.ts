import { permissions, type Permission } from '#shared/access.ts'

export type RoleName = 'owner' | 'admin' | 'manager' | 'staff' | 'viewer'
export type RoleDefinition = { id: RoleName; display_name: string; level: number; description: string; permissions: readonly Permission[] }

/** The roles that every database is seeded with. The owner has every permission explicitly, because a level alone grants nothing. */
export const roles: readonly RoleDefinition[] = [
  {
    id: 'owner',
    display_name: 'Owner',
    level: 100,
    description: 'Everything, in all stores, with the company logo and the team.',
    permissions,
  },
  {
    id: 'admin',
    display_name: 'Admin',
    level: 90,
    description: 'Everything except deleting people and changing the company logo.',
    permissions: permissions.filter((permission) => permission !== 'users:delete'),
  },
  {
    id: 'manager',
    display_name: 'Manager',
    level: 50,
    description: 'Works with products and orders of the assigned stores and exports them; sees stores and jobs.',
    permissions: [
      'products:read',
      'products:create',
      'products:update',
      'products:export',
      'orders:read',
      'orders:create',
      'orders:update',
      'orders:export',
      'tracking:read',
      'stores:read',
      'settings:read',
    ],
  },
  {
    id: 'staff',
    display_name: 'Staff',
    level: 30,
    description: 'Reads and exports products and orders of the assigned stores.',
    permissions: ['products:read', 'products:export', 'orders:read', 'orders:export', 'tracking:read'],
  },
  {
    id: 'viewer',
    display_name: 'Viewer',
    level: 10,
    description: 'Reads products and orders of the assigned stores.',
    permissions: ['products:read', 'orders:read'],
  },
]
