import { expect, test } from 'vitest'
import { failureIn, fragmentOf, invitationIn, isInvitation, sentenceFor } from '#client/screens/auth/fragment.ts'
import { filterOf, noFilter } from '#client/screens/settings/audit-filter.ts'
import { linesOf } from '#client/screens/settings/audit-words.ts'
import { endInWords } from '#client/screens/settings/expiry.ts'
import { deviceOf } from '#client/screens/settings/device.ts'
import { isImageFile } from '#client/ui/image-file.ts'
import { transportInWords } from '#shared/audit.ts'

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36', 'Chrome on Linux'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge on Windows'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1', 'Safari on iOS'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14.0; rv:130.0) Firefox/130.0', 'Firefox on macOS'],
  ['curl/8.0', 'curl/8.0'],
  [null, 'Unknown device'],
])('a device is told from "%s"', (agent, device) => {
  expect(deviceOf(agent)).toBe(device)
})

test('an unused filter asks for nothing; days are whole and inclusive', () => {
  expect(Object.values(filterOf(noFilter)).filter((value) => value !== undefined)).toEqual([])
  const { from, until } = filterOf({ ...noFilter, from: '2026-01-31', to: '2026-01-31' })
  expect([from, until]).toEqual([new Date(2026, 0, 31).toISOString(), new Date(2026, 1, 1).toISOString()])
  expect(filterOf({ ...noFilter, action: ' users. ', decision: 'denied' })).toMatchObject({ action: 'users.', decision: 'denied' })
})

test('an invitation is read from the fragment', () => {
  expect(isInvitation('type=invite&access_token=a')).toBe(true)
  expect(isInvitation('type=signup')).toBe(false)
  expect(invitationIn('#access_token=a&refresh_token=b&type=invite')).toEqual({ access_token: 'a', refresh_token: 'b' })
  expect(invitationIn('type=signup&access_token=a')).toEqual({ wrong: 'Invalid invitation link' })
  expect(invitationIn('')).toEqual({ wrong: 'Invalid invitation link' })
  expect(invitationIn('type=invite')).toEqual({ wrong: 'Invalid invitation token' })
  expect(fragmentOf('token=t').get('token')).toBe('t')
})

test('a failed sign-in is told in our own words alone', () => {
  expect(failureIn({ hash: '', search: '' })).toBeNull()
  expect(failureIn({ hash: '#error=boo&error_description=call+this+number', search: '' })).toBe('sign_in_failed')
  expect(failureIn({ hash: '', search: '?error=access_restricted' })).toBe('access_restricted')
  expect(sentenceFor('access_restricted')).toMatch(/^Access Restricted: /)
  expect(sentenceFor('sign_in_failed')).toBe('Failed to sign in with Google')
})

test('only pictures count as pictures', () => {
  expect([isImageFile({ type: 'image/svg+xml' }), isImageFile({ type: 'text/plain' }), isImageFile({ type: '' })]).toEqual([
    true,
    false,
    false,
  ])
})

test('details of the record read as sentences, with what was before', () => {
  const names = new Map([['s1', 'Harbor & Pine']])
  const roles = (role_id: string, store_id: string | null) => [{ role_id, store_id }]
  const details = {
    roles: { before: roles('manager', 's1'), after: roles('admin', null) },
    is_active: { before: true, after: false },
    logo_url: { before: null, after: 'sha256:ab' },
    second_factor_level: { after: 90 },
    store_ids: ['s1', 'gone'],
    credentials: 'replaced',
    filters: { status: 'active', tags: [] },
  }
  expect(linesOf(details, names)).toEqual([
    { field: 'roles', before: 'Manager in Harbor & Pine', value: 'Admin in all stores' },
    { field: 'is active', before: 'yes', value: 'no' },
    { field: 'logo url', before: 'none', value: 'sha256:ab' },
    { field: 'second factor level', before: 'none', value: '90' },
    { field: 'store ids', value: 'Harbor & Pine, gone' },
    { field: 'credentials', value: 'replaced' },
    { field: 'filters', value: 'status: active, tags: none' },
  ])
  expect(linesOf({ nothing: {} }, names)).toEqual([{ field: 'nothing', value: 'none' }])
})

test('the audit log says in words how an action came', () => {
  const known = ['rest', 'trpc', 'mcp', 'auth', 'worker', 'shell']
  expect(known.map(transportInWords)).toEqual(['REST API', 'Web app', 'Assistant', 'Sign-in', 'Job', 'Command line'])
  // What every object inherits is no transport.
  expect(['later', 'constructor'].map(transportInWords)).toEqual(['later', 'constructor'])
})

test.each([
  ['2026-11-22T12:00:00.001Z', 'expires in 1 day'],
  ['2026-12-04T11:00:00.000Z', 'expires in 12 days'],
  ['2026-11-22T12:00:00.000Z', 'expired'],
  [null, 'never expires'],
])('a key that ends at %s "%s"', (end, words) => {
  expect(endInWords(end, Date.parse('2026-11-22T12:00:00Z'))).toBe(words)
})
