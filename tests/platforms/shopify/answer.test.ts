import { describe, expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { isTooMuch, readGraphql } from '#server/platforms/shopify/answer.ts'
import recordings from '#tests/platforms/recordings/shopify-answers.json' with { type: 'json' }

const { platform } = messages

/** The parsed answer. */
function read(body: unknown) {
  return readGraphql('North', { header: () => 'application/json; charset=utf-8', text: JSON.stringify(body) })
}

/** The error that the answer is parsed into. */
function failureOf(body: unknown): unknown {
  try {
    read(body)
  } catch (error) {
    return error
  }
  throw new Error('it was read')
}

test('a whole answer is its data, with the level of the bucket', () => {
  expect(read(recordings.whole)).toEqual({
    value: { shop: { name: 'North' } },
    level: { available: 1986, maximum: 2000, perSecond: 100, charged: 14 },
  })
  expect(read(recordings.searchWithoutWarning)).toMatchObject({ value: { products: { nodes: [] } } })
})

describe('what may pass', () => {
  test('THROTTLED waits for what the query asks', () => {
    expect(read(recordings.throttled)).toMatchObject({
      again: { code: 'STORE_BUSY', message: platform.busy('North') },
      waitMs: 5_000,
      level: { available: 316 },
    })
    expect(read(recordings.throttledWithoutCost)).toEqual({ again: expect.objectContaining({ code: 'STORE_BUSY' }), level: undefined })
  })

  test('an error inside the platform, whatever data comes with it', () => {
    expect(read(recordings.serverError)).toMatchObject({ again: { code: 'STORE_UNREACHABLE' } })
  })
})

describe('customers’ data that is kept from us', () => {
  const field = (message: string, path: (string | number)[], extensions?: object) => ({
    message,
    path,
    ...(extensions ? { extensions } : {}),
  })
  const email = field('This app is not approved to use the email field.', ['orders', 'nodes', 0, 'email'])
  const denied = { code: 'ACCESS_DENIED' }
  const data = {
    orders: { nodes: [{ name: '#1', note: null, email: null, customer: null, billingAddress: { name: null, city: 'Bonn' } }] },
  }

  test.each([
    ['without a code', [email]],
    ['with one', [{ ...email, extensions: denied }]],
    ['inside of an address', [field('This app is not approved to use the name field.', ['orders', 'nodes', 0, 'billingAddress', 'name'])]],
    ['a customer whose name may not be null', [field('Access denied', ['orders', 'nodes', 0, 'customer', 'displayName'], denied)]],
  ])('leaves the rest of the answer whole: %s', (_what, errors) => {
    const heard: string[] = []
    const answer = { header: () => 'application/json', text: JSON.stringify({ data, errors }) }
    expect(readGraphql('North', answer, (what) => heard.push(what))).toMatchObject({ value: data })
    expect(heard).toEqual(['persons'])
  })

  test('payment terms whose scope is missing are named, and the rest stays whole', () => {
    const heard: string[] = []
    const message = 'Access denied for paymentTerms field. Required access: `read_payment_terms` access scope.'
    const errors = [field(message, ['orders', 'nodes', 0, 'paymentTerms'], denied)]
    const kept = { orders: { nodes: [{ name: '#1', paymentTerms: null }] } }
    const answer = { header: () => 'application/json', text: JSON.stringify({ data: kept, errors }) }
    expect(readGraphql('North', answer, (what) => heard.push(what))).toMatchObject({ value: kept })
    expect(heard).toEqual(['termsScope'])
  })

  test.each([
    ['beside another error', [email, { message: 'Internal error', extensions: { code: 'UNHEARD_OF' } }], data],
    ['for another reason', [{ ...email, message: 'Something went wrong', extensions: { code: 'UNHEARD_OF' } }], data],
    ['of what is no person', [field('Access denied', ['orders', 'nodes', 0, 'note'], denied)], data],
    ['with more than the person missing', [email], { orders: null }],
    ['with nothing missing', [email], { orders: { nodes: [{ email: 'a@b.test' }] } }],
    ['of products', [field('Access denied', ['products', 'nodes', 0, 'customer'], denied)], { products: { nodes: [{ customer: null }] } }],
  ])('is a failure %s', (_what, errors, given) => {
    expect(failureOf({ data: given, errors })).toBeInstanceOf(AppError)
  })
})

describe('what fails for good', () => {
  test.each([
    ['accessDenied', 'STORE_LACKS_SCOPE', platform.lacksScope('North', 'read_products')],
    ['accessDeniedOneOfTwo', 'STORE_LACKS_SCOPE', platform.lacksScope('North', 'read_inventory, view product costs')],
    ['malformedCursor', 'INVALID_CURSOR', expect.any(String)],
    ['foreignCursor', 'INVALID_CURSOR', expect.any(String)],
    ['undefinedField', 'STORE_REFUSED', platform.refused('North')],
    ['inactive', 'STORE_UNAVAILABLE', platform.unavailable('North')],
    ['errorsAsText', 'STORE_REFUSED', platform.refused('North')],
    ['searchWarning', 'STORE_REFUSED', platform.refused('North')],
    ['nothing', 'STORE_ANSWER_INVALID', platform.answerInvalid('North')],
  ] as const)('%s is %s', (recording, code, message) => {
    expect(failureOf(recordings[recording])).toMatchObject({ code, message })
  })

  test('a query that was too dear is known for that', () => {
    expect(isTooMuch(failureOf(recordings.tooDear))).toBe(true)
    expect(isTooMuch(failureOf(recordings.undefinedField))).toBe(false)
  })

  test('a page of HTML, and JSON of another kind', () => {
    const html = { header: () => 'text/html', text: '<!DOCTYPE html><h1>Opening soon</h1>' }
    expect(() => readGraphql('North', html)).toThrow(platform.answerInvalid('North'))
    expect(failureOf(['a list'])).toMatchObject({ code: 'STORE_ANSWER_INVALID' })
  })
})
