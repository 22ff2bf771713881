import { expect, test } from 'vitest'
import { storageOrMemory } from '#client/browser-storage.ts'

test('goes by memory where the browser blocks its storage', () => {
  const storage = storageOrMemory(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  })
  storage().setItem('one', '1')
  expect(storage().getItem('one')).toBe('1')
  storage().removeItem('one')
  expect(storage().getItem('one')).toBeNull()
})
