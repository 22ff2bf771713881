import { expect, test } from 'vitest'
import { accessOf } from '#client/session/viewer.ts'
import { summary } from '#shared/access.ts'

test('without a profile there are no permissions, level 0 and nobody', () => {
  const { profile, viewer } = accessOf(null)
  expect(profile).toBeNull()
  expect(summary(viewer)).toEqual({ level: 0, permissions: [] })
})
