import { expect, test } from 'vitest'
import { refusalIn, refusalOf, refused, refusalOfReturn, refusalOfToken } from '#server/platforms/shopify/refusals.ts'
import { refusalText, shopRefusals, type ShopRefusal } from '#shared/shop-refusals.ts'

const oauth = (error: string, error_description = '') => JSON.stringify({ error, error_description })

test.each([
  ['credentials', 400, oauth('shop_not_permitted', 'Client credentials cannot be performed on this shop.'), 'shopNotPermitted'],
  [
    'credentials',
    400,
    '<html>Oauth error shop_not_permitted: Client credentials cannot be performed on this shop.</html>',
    'shopNotPermitted',
  ],
  ['credentials', 400, oauth('app_not_installed', 'The application is not installed on this shop.'), 'appNotInstalled'],
  ['credentials', 400, oauth('application_cannot_be_found'), 'unknownApp'],
  ['credentials', 400, oauth('invalid_request', 'Could not find Shopify API application with api_key x'), 'unknownApp'],
  ['credentials', 401, oauth('invalid_client', 'Client authentication failed.'), 'wrongSecret'],
  ['credentials', 400, oauth('unauthorized_client'), 'wayNotAllowed'],
  ['credentials', 400, oauth('unsupported_grant_type'), 'wayNotAllowed'],
  ['credentials', 400, oauth('invalid_request'), 'other'],
  ['credentials', 400, oauth('something_new'), 'other'],
  ['code', 400, oauth('invalid_request', 'The authorization code was not found or was already used'), 'codeUsed'],
  ['code', 400, oauth('invalid_grant'), 'codeUsed'],
  ['code', 400, oauth('invalid_request', 'redirect_uri does not match'), 'wrongRedirect'],
  ['code', 400, oauth('invalid_scope'), 'scopeRefused'],
  ['renewal', 400, oauth('invalid_grant'), 'revoked'],
  ['renewal', 400, oauth('invalid_client'), 'wrongSecret'],
  ['renewal', 400, oauth('invalid_request'), 'other'],
  ['code', 402, '{"errors":"Unavailable Shop"}', 'frozen'],
  ['renewal', 423, '', 'locked'],
  ['credentials', 404, '<html>', 'closed'],
  ['credentials', 400, 'no code at all', 'other'],
  ['credentials', 401, 'no code at all', null],
  ['credentials', 429, oauth('invalid_client'), null],
  ['credentials', 500, oauth('invalid_client'), null],
] as const)('%s answered %i %s means %s', (grant, status, text, kind) => {
  expect(refusalOf(grant, status, text)).toBe(kind)
})

test.each([
  ['access_denied', 'denied'],
  ['invalid_scope', 'scopeRefused'],
  ['constructor', 'other'],
  ['', 'other'],
] as const)('a return with the error "%s" means %s', (error, kind) => expect(refusalOfReturn(error)).toBe(kind))

test.each([
  [403, '{"errors":"[API] Non-expiring access tokens are no longer accepted for the Admin API."}', 'expiringDemanded'],
  [401, '{"errors":"[API] Invalid API key or access token"}', null],
  [403, '', null],
] as const)('a token that the Admin API answers with %i %s means %s', (status, text, kind) =>
  expect(refusalOfToken(status, text)).toBe(kind),
)

const kinds = Object.keys(shopRefusals) as ShopRefusal[]

test('every refusal has a sentence and a next step of its own', () => {
  for (const part of ['sentence', 'next'] as const) for (const kind of kinds) expect(shopRefusals[kind][part]).toMatch(/^[A-Z“].+[.]$/)
  expect(new Set(kinds.map((kind) => shopRefusals[kind].sentence)).size).toBe(kinds.length)
  expect(new Set(kinds.map(refusalText)).size).toBe(kinds.length)
})

test('an error tells the store, the refusal and the field to change, and nothing of the answer', () => {
  const error = refused('North', 'wrongSecret')
  expect(error).toMatchObject({ code: 'STORE_REJECTED', message: `North: ${refusalText('wrongSecret')}` })
  expect(error.issues).toEqual([{ path: 'clientSecret', message: refusalText('wrongSecret') }])
  expect(refused('North', 'frozen')).toMatchObject({ code: 'STORE_UNAVAILABLE', issues: undefined })
  for (const kind of kinds) expect(refusalIn(refused('North', kind))).toBe(kind)
  expect(refusalIn(new Error('other'))).toBeNull()
})
