import { describe, expect, test } from 'vitest'
import { newAssignment, without } from '#client/roles/assignment-draft.ts'
import { whereOf } from '#client/roles/assignment-words.ts'
import { levelColor } from '#client/roles/level-color.ts'
import { roleChoices } from '#client/roles/role-choices.ts'
import { memberDraftOf, mistakesInEdit, updateRequestOf } from '#client/screens/users/edit-draft.ts'
import {
  areAllChosen,
  asksForStores,
  emptyInvite,
  inReach,
  inviteAgain,
  inviteRequestOf,
  leftOut,
  mistakesInInvite,
  reachHint,
  withRole,
} from '#client/screens/users/invite-draft.ts'
import { actionsOn } from '#client/screens/users/member-actions.tsx'
import { isFound, memberName } from '#client/screens/users/members.ts'
import { initialOf } from '#client/ui/person-avatar.tsx'
import type { Viewer } from '#shared/access.ts'
import type { User } from '#shared/profile.ts'
import { roles as definitions } from '#shared/roles.ts'
import { userStatus } from '#shared/users.ts'

const roles = definitions.map((role) => ({ ...role, permissions: [...role.permissions] }))
const roleOf = (id: string) => roles.find((role) => role.id === id) ?? null
const assignment = (roleId: string, storeId: string | null = null) => ({
  id: `${roleId}-${storeId}`,
  store_id: storeId,
  store: storeId === null ? null : { id: storeId, name: `Store ${storeId}` },
  role: roleOf(roleId),
})
const ada: User = {
  id: 'ada',
  email: 'ada@team.test',
  full_name: 'Ada Lovelace',
  department: 'Analysis',
  avatar_url: null,
  is_active: true,
  email_confirmed_at: '2026-01-01T00:00:00.000Z',
  user_roles: [assignment('manager', 's1'), assignment('manager', 's2')],
}
const viewerAs = (id: string, roleId: string): Viewer => {
  const role = roles.find((one) => one.id === roleId)
  return { id, grants: role ? [{ storeId: null, level: role.level, permissions: role.permissions }] : [] }
}

test.each([
  [100, 'grape'],
  [90, 'grape'],
  [89, 'blue'],
  [50, 'blue'],
  [49, 'green'],
  [30, 'green'],
  [29, 'gray'],
  [0, 'gray'],
])('the badge of level %d is %s', (level, color) => {
  expect(levelColor(level)).toBe(color)
})

test.each([
  [null, true, 'pending'],
  [null, false, 'pending'],
  ['2026-01-01T00:00:00.000Z', true, 'active'],
  ['2026-01-01T00:00:00.000Z', false, 'inactive'],
])('confirmed at %s and active %s is %s', (email_confirmed_at, is_active, expected) => {
  expect(userStatus({ email_confirmed_at, is_active })).toBe(expected)
})

test.each(['ADA@', 'lovelace', ' analysis '])('people are found by e-mail, name and department: "%s"', (typed) => {
  expect(isFound(ada, typed)).toBe(true)
  expect(isFound({ ...ada, email: 'x@y.z', full_name: null, department: null }, typed)).toBe(false)
})

test('a person is called by name, else by e-mail; the letter follows', () => {
  expect([memberName(ada), memberName({ ...ada, full_name: null })]).toEqual(['Ada Lovelace', 'ada@team.test'])
  expect([initialOf('ada', 'x'), initialOf(null, 'zed@team.test'), initialOf(' ', '')]).toEqual(['A', 'Z', '?'])
})

test('an assignment names its store, all of them, or one that is gone', () => {
  expect(whereOf(assignment('manager', 's1'))).toBe('Store s1')
  expect(whereOf(assignment('manager'))).toBe('All Stores')
  expect(whereOf({ store_id: 'gone', store: null })).toBe('Unknown Store')
})

describe('what can be done about somebody', () => {
  const labels = (viewer: Viewer, user: User) => actionsOn(viewer, user, true).map(({ label }) => label)
  const owner = viewerAs('o', 'owner')

  test('depends on their state', () => {
    expect(labels(owner, ada)).toEqual(['Edit', 'End sessions', 'Reset second factor', 'Deactivate', 'Delete permanently'])
    expect(labels(owner, { ...ada, is_active: false })).toEqual(['Edit', 'Reactivate', 'Delete permanently'])
    expect(labels(owner, { ...ada, email_confirmed_at: null })).toEqual(['Invite again', 'Edit', 'Delete permanently'])
  })

  test('offers a password link where no mail would bring one, to others only', () => {
    const unmailed = (viewer: Viewer) => actionsOn(viewer, ada, false).map(({ label }) => label)
    expect(unmailed(owner)).toContain('Password link')
    expect(unmailed(viewerAs('ada', 'owner'))).toEqual(['Edit'])
  })

  test('leaves no way to shut oneself out', () => {
    expect(labels(viewerAs('ada', 'owner'), ada)).toEqual(['Edit'])
  })

  test('takes the right, and nobody reaches above their own level', () => {
    expect(labels(viewerAs('a', 'admin'), ada)).toEqual(['Edit', 'End sessions', 'Reset second factor'])
    expect(labels(viewerAs('a', 'admin'), { ...ada, user_roles: [assignment('owner')] })).toEqual([])
    expect(labels(viewerAs('m', 'manager'), ada)).toEqual([])
  })
})

test('roles offered are not above the viewer, but for the one that is held', () => {
  const offered = (chosen?: string) => roleChoices(viewerAs('a', 'admin'), 'users.update', roles, chosen).map(({ value }) => value)
  expect(offered()).toEqual(['', 'admin', 'manager', 'staff', 'viewer'])
  expect(offered('owner')).toContain('owner')
})

describe('an invitation', () => {
  const whole = { ...emptyInvite, email: 'new@team.test', full_name: 'New', role_id: 'manager', store_ids: ['s1'] }

  test('needs an e-mail address, a name and a role; no department', () => {
    expect(Object.keys(mistakesInInvite({ ...emptyInvite, email: 'abc' }, roles))).toEqual(['email', 'full_name', 'role_id'])
    expect(mistakesInInvite(whole, roles)).toEqual({})
  })

  test('needs a store below the admin level', () => {
    const sentence = 'Please select at least one store for this role'
    expect(mistakesInInvite({ ...whole, store_ids: [] }, roles)).toEqual({ store_ids: sentence })
    expect(mistakesInInvite({ ...whole, role_id: 'admin', store_ids: [] }, roles)).toEqual({})
    expect([asksForStores(whole, roles), asksForStores({ ...whole, role_id: 'admin' }, roles)]).toEqual([true, false])
  })

  test('forgets the stores when the role changes', () => {
    expect(withRole(whole, 'staff')).toEqual({ ...whole, role_id: 'staff', store_ids: [] })
  })

  test('sends null where no stores are chosen', () => {
    expect(inviteRequestOf({ ...whole, role_id: 'admin', store_ids: [] })).toMatchObject({ store_ids: null, department: null })
    expect(inviteRequestOf(whole).store_ids).toEqual(['s1'])
  })

  test('says how far it reaches', () => {
    const stores = ['a', 'b', 'c'].map((id) => ({ id }))
    expect(reachHint([], stores)).toBe('Please select at least one store')
    expect(reachHint(['c', 'a', 'b'], stores)).toBe('User will have access to all stores')
    expect(reachHint(['a', 'b'], stores)).toBe('User will have access to 2 store(s)')
    expect(reachHint(['a', 'b', 'gone'], stores)).toBe('User will have access to 2 store(s)')
  })

  test('knows when all stores are chosen, by the stores and not by their number', () => {
    const stores = [{ id: 'a' }, { id: 'b' }]
    expect([areAllChosen(['b', 'a'], stores), areAllChosen(['a', 'gone'], stores), areAllChosen([], [])]).toEqual([true, false, false])
  })

  test('can be sent again as it was', () => {
    expect(inviteAgain(ada)).toMatchObject({ email: ada.email, role_id: 'manager', store_ids: ['s1', 's2'] })
  })

  test('that is sent again is for no store that is gone or out of reach', () => {
    expect(inReach(inviteAgain(ada), [{ id: 's2' }, { id: 's3' }]).store_ids).toEqual(['s2'])
  })

  test('that is sent again says what it leaves out', () => {
    const stores = [{ id: 's1' }, { id: 's2' }]
    const left = (...user_roles: User['user_roles']) => leftOut({ ...ada, user_roles }, stores).map(({ id }) => id)
    expect(left(assignment('manager', 's1'), assignment('manager', 's2'))).toEqual([])
    expect(left(assignment('admin'))).toEqual([])
    expect(left(assignment('manager', 's1'), { ...assignment('manager', 'gone'), store: null })).toEqual([])
    expect(left(assignment('manager', 's1'), assignment('staff', 's2'), assignment('manager'))).toEqual(['staff-s2', 'manager-null'])
    expect(left(assignment('manager', 's1'), assignment('manager', 's9'))).toEqual(['manager-s9'])
  })
})

describe('editing somebody', () => {
  const before = memberDraftOf(ada)

  test('sends what was changed in it; an empty store means all of them', () => {
    const changed = { ...before, full_name: 'Ada', is_active: false, roles: [{ key: 'new', role_id: 'admin', store_id: '' }] }
    expect(updateRequestOf('ada', before, changed)).toEqual({
      id: 'ada',
      full_name: 'Ada',
      is_active: false,
      roles: [{ role_id: 'admin', store_id: null }],
    })
  })

  test('undoes nothing that was changed elsewhere while it was open', () => {
    expect(updateRequestOf('ada', before, { ...before, department: 'Support' })).toEqual({ id: 'ada', department: 'Support' })
    expect(updateRequestOf('ada', before, { ...before, full_name: 'Ada' })).toEqual({ id: 'ada', full_name: 'Ada' })
  })

  test('keeps the last assignment', () => {
    const {
      roles: [first, second],
    } = memberDraftOf(ada)
    expect(first && second && without([first, second], first.key)).toEqual([second])
    expect(first && without([first], first.key)).toBeNull()
  })

  test('wants a role for each assignment, and at least one', () => {
    const draft = memberDraftOf(ada)
    const lacking = { ...draft, roles: [...draft.roles, newAssignment(viewerAs('a', 'admin'), 'users.update')] }
    expect(mistakesInEdit('ada', lacking)).toEqual({ roles: 'Please select a role for all assignments' })
    expect(mistakesInEdit('ada', { ...draft, roles: [] })).toEqual({ roles: 'User must have at least one role assigned' })
    expect(mistakesInEdit('ada', draft)).toEqual({})
  })
})
