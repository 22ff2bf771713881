import { expect, test } from 'vitest'
import {
  can,
  canActOn,
  covers,
  holds,
  permissionName,
  permissions,
  policies,
  reaches,
  summary,
  type Action,
  type Grant,
  type Permission,
  type Viewer,
} from '#shared/access.ts'
import { roles } from '#shared/roles.ts'

const viewer = (...grants: Grant[]): Viewer => ({ id: 'v', grants })
const grant = (level: number, held: Permission[], storeId: string | null = null): Grant => ({ storeId, level, permissions: held })

test('only the exact pair passes, and an empty list denies at every level', () => {
  expect(can(viewer(grant(10, ['products:read'])), 'products.read')).toBe(true)
  expect(can(viewer(grant(100, [])), 'products.read')).toBe(false)
  expect(can(viewer(), 'products.read')).toBe(false)
  expect(can(viewer(grant(50, ['products:create', 'orders:read'])), 'products.read')).toBe(false)
})

test.each<[Action, number, Permission[], boolean]>([
  ['stores.create', 100, [], true],
  ['stores.create', 99, [], false],
  ['stores.create', 90, ['stores:create'], true],
  ['stores.create', 89, ['stores:create'], false],
  ['stores.create', 50, ['stores:create'], false],
  ['stores.update', 100, [], true],
  ['stores.update', 99, [], false],
  ['stores.update', 50, ['stores:update'], true],
  ['stores.remove', 100, [], true],
  ['stores.remove', 90, ['stores:delete'], true],
  ['stores.remove', 89, ['stores:delete'], false],
  ['settings.update', 100, [], true],
  ['settings.update', 99, permissions.slice(), false],
  ['users.read', 100, [], false],
  ['users.read', 10, ['users:read'], true],
  ['users.invite', 90, [], false],
  ['users.invite', 50, ['users:create'], false],
  ['users.invite', 90, ['users:create'], true],
  ['users.update', 100, [], false],
  ['users.update', 90, ['users:update'], true],
  ['users.deactivate', 90, ['users:delete'], false],
  ['users.deactivate', 100, [], false],
  ['users.deactivate', 100, ['users:delete'], true],
  ['users.remove', 90, ['users:delete'], false],
  ['users.remove', 100, ['users:delete'], true],
  ['jobs.list', 100, [], false],
  ['stores.list', 10, ['settings:read'], true],
  ['products.export', 100, ['products:export'], false],
  ['products.export', 30, ['products:export', 'products:read'], true],
])('%s at level %d with %j: %j', (action, level, held, allowed) => {
  expect(can(viewer(grant(level, held)), action)).toBe(allowed)
})

test('in a store only its own assignments and those for all stores count', () => {
  const somebody = viewer(grant(50, ['products:read'], 'a'), grant(30, ['orders:read'], 'b'))
  expect(can(somebody, 'products.read', 'a')).toBe(true)
  expect(can(somebody, 'products.read', 'b')).toBe(false)
  expect([reaches(somebody, 'b'), reaches(somebody, 'c')]).toEqual([true, false])
  expect(holds(somebody, 'orders:read', 'b')).toBe(true)
  expect(holds(viewer(grant(10, ['orders:read'])), 'orders:read', 'anything')).toBe(true)
})

test('a right from one store is never joined with a level from another', () => {
  const somebody = viewer(grant(90, [], 'a'), grant(10, ['stores:delete'], 'b'))
  expect(can(somebody, 'stores.remove', 'a')).toBe(false)
  expect(can(somebody, 'stores.remove', 'b')).toBe(false)
})

test.each<Action>(['settings.update', 'audit.read', 'stores.create', 'users.deactivate', 'users.remove'])(
  '%s concerns the company: a grant for one store is not enough',
  (action) => {
    expect(can(viewer(grant(100, [...permissions], 'a')), action)).toBe(false)
    expect(can(viewer(grant(100, [...permissions], 'a'), grant(10, [])), action)).toBe(false)
    expect(can(viewer(grant(100, [...permissions])), action)).toBe(true)
  },
)

const leading: Permission[] = ['users:update', 'users:create', 'products:read']
test('a role is covered in its place, at its level, by its permissions and the right to act there', () => {
  const leader = viewer(grant(90, leading, 'a'), grant(50, ['products:read'], 'b'))
  expect(covers(leader, 'users.update', grant(90, ['products:read'], 'a'))).toBe(true)
  expect(covers(leader, 'users.update', grant(91, ['products:read'], 'a'))).toBe(false)
  expect(covers(leader, 'users.update', grant(10, ['orders:read'], 'a'))).toBe(false)
  expect(covers(leader, 'users.update', grant(10, ['products:read'], 'b'))).toBe(false)
  expect(covers(leader, 'users.update', grant(10, ['products:read'], 'c'))).toBe(false)
  expect(covers(leader, 'users.update', grant(10, ['products:read']))).toBe(false)
  expect(covers(viewer(grant(90, leading)), 'users.update', grant(90, ['products:read'], 'c'))).toBe(true)
})

test('nobody acts on somebody above, and on others only where every affected role is covered', () => {
  const leader = viewer(grant(90, leading, 'a'))
  const near = grant(10, ['products:read'], 'a')
  const far = grant(10, ['products:read'], 'b')
  const above = grant(100, ['products:read'], 'b')
  const mayAct = (grants: Grant[], affected?: Grant[]) => canActOn(leader, 'users.update', { id: 'other', grants }, affected)
  expect([mayAct([near]), mayAct([near, far]), mayAct([near, far], [near]), mayAct([near, above], [near])]).toEqual([
    true,
    false,
    true,
    false,
  ])
  expect(canActOn(viewer(grant(100, [...permissions])), 'users.remove', { id: 'v', grants: [] })).toBe(false)
})

test('the summary is the highest level and the union of permissions', () => {
  const somebody = viewer(grant(30, ['orders:read'], 'a'), grant(50, ['products:read', 'orders:read'], 'b'))
  expect(summary(somebody)).toEqual({ level: 50, permissions: ['products:read', 'orders:read'] })
  expect(summary(viewer())).toEqual({ level: 0, permissions: [] })
})

test('nobody needs cover for their own roles, in a store that is gone for instance, but a key does', () => {
  const leader = viewer(grant(90, ['users:update'], 'a'))
  const oneself = { id: 'v', grants: [...leader.grants, grant(90, ['users:update'], null)] }
  expect(canActOn(leader, 'users.update', oneself)).toBe(true)
  expect(canActOn({ ...leader, keyId: 'key' }, 'users.update', oneself)).toBe(false)
  expect(canActOn(leader, 'users.update', { ...oneself, id: 'other' })).toBe(false)
})

test('a permission is an action on one of the six resources, or an export', () => {
  const pairs = permissions.map((permission) => permission.split(':'))
  expect(new Set(pairs.map(([resource]) => resource))).toEqual(new Set(['settings', 'products', 'orders', 'tracking', 'users', 'stores']))
  expect(new Set(pairs.map(([, action]) => action))).toEqual(new Set(['read', 'create', 'update', 'delete', 'export']))
  expect(pairs.every((pair) => pair.length === 2)).toBe(true)
})

test('a permission means the same however it is spelled', () => {
  const forms = ['orders:read', { name: 'orders:read' }, { resource: 'orders', action: 'read' }]
  expect(forms.map(permissionName)).toEqual(['orders:read', 'orders:read', 'orders:read'])
})

test('the roles are the five of the product', () => {
  expect(roles.map(({ id, level }) => [id, level])).toEqual([
    ['owner', 100],
    ['admin', 90],
    ['manager', 50],
    ['staff', 30],
    ['viewer', 10],
  ])
  expect(roles[0]?.permissions).toEqual(permissions)
  expect(permissions.filter((permission) => !roles[1]?.permissions.includes(permission))).toEqual(['users:delete'])
  for (const action of Object.keys(policies) as Action[]) {
    const owner = viewer(grant(100, roles[0]?.permissions.slice() ?? []))
    expect([action, can(owner, action)]).toEqual([action, true])
  }
})
