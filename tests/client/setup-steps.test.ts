import { expect, test } from 'vitest'
import { setsUp, setupSteps } from '#client/screens/dashboard/setup-steps.ts'
import type { Viewer } from '#shared/access.ts'
import { roles } from '#shared/roles.ts'

const viewerOf = (role: string): Viewer => {
  const grants = roles.filter(({ id }) => id === role).map(({ level, permissions }) => ({ storeId: null, level, permissions }))
  return { id: 'someone', grants }
}
const owner = viewerOf('owner')
const store = (state: 'connected' | 'limited' | 'refused' | 'unreachable' | null) => ({ state })

test('all steps of a new installation are to do', () => {
  const steps = setupSteps(owner, { stores: [], completedExports: 0, people: 1 })
  expect([...(steps ?? [])]).toEqual([
    ['connect', false],
    ['test', false],
    ['export', false],
    ['invite', false],
  ])
})

test.each([
  ['connect', { stores: [store(null)], completedExports: 0, people: 1 }],
  ['connect', { stores: [store('refused'), store('unreachable')], completedExports: 0, people: 1 }],
  ['connect,test', { stores: [store('refused'), store('limited')], completedExports: 0, people: 1 }],
  ['connect,test,export', { stores: [store('connected')], completedExports: 3, people: 1 }],
  ['invite', { stores: [], completedExports: 0, people: 2 }],
])('%s: done', (done, facts) => {
  const steps = setupSteps(owner, facts) ?? new Map()
  expect([...steps].flatMap(([step, isDone]) => (isDone ? [step] : [])).join()).toBe(done)
})

test('nothing is said before everything is known', () => {
  for (const unknown of ['stores', 'completedExports', 'people'])
    expect(setupSteps(owner, { stores: [], completedExports: 0, people: 1, [unknown]: undefined })).toBeNull()
})

test('is for those who set an installation up', () => {
  expect(['owner', 'admin', 'manager', 'staff', 'viewer'].filter((role) => setsUp(viewerOf(role)))).toEqual(['owner', 'admin'])
})
