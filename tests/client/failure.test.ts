import { TRPCClientError } from '@trpc/client'
import { describe, expect, test } from 'vitest'
import { readFailure, fieldErrors, isSignedOut, reasonOf, say } from '#client/failure.ts'
import { restAddress } from '#client/rest.ts'
import { AppError } from '#shared/errors.ts'

const answer = (status: number, body: unknown) => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })

const issues = [{ path: 'domain', message: 'Please enter the domain' }]
const trpcError = (message: string, data: object) => TRPCClientError.from({ error: { code: -32_000, message, data } })

describe('what the user reads', () => {
  test.each([
    ['error.message', { message: 'outer', error: { code: 'NAME_TAKEN', message: 'inner' } }, 'inner'],
    ['message', { message: 'outer' }, 'outer'],
    ['an empty body', '', 'API request failed'],
    ['an error page', '<html>Bad gateway</html>', 'API request failed'],
    ['an unexpected shape', { message: 7, error: 'no' }, 'API request failed'],
  ])('of an answer with %s', async (_shape, body, sentence) => {
    expect(say(await readFailure(answer(409, body)))).toBe(sentence)
  })

  test('of a call over tRPC is what the server says', () => {
    expect(say(trpcError('Another store has this name', { appCode: 'NAME_TAKEN', httpStatus: 409 }), 'Failed to save store')).toBe(
      'Another store has this name',
    )
  })

  test.each([
    ['a fault on the server', trpcError('Something went wrong on our side.', { appCode: 'INTERNAL', httpStatus: 500 })],
    ['a lost connection', TRPCClientError.from(new TypeError('Failed to fetch'))],
    ['anything else', new TypeError('undefined is not a function')],
  ])('of %s is what the screen says', (_name, error) => {
    expect(say(error, 'Failed to save store')).toBe('Failed to save store')
  })

  test.each([
    ['Chrome', 'Failed to fetch'],
    ['Firefox', 'NetworkError when attempting to fetch resource.'],
    ['Safari', 'Load failed'],
  ])('of a lost connection in %s is that, where the screen has no better words', (_browser, words) => {
    for (const error of [new TypeError(words), TRPCClientError.from(new TypeError(words))]) {
      expect(reasonOf(error, 'Unknown error')).toBe('The server could not be reached. Please check your connection.')
      expect(say(error)).toBe('The server could not be reached. Please check your connection.')
    }
    expect(reasonOf(new TypeError('undefined is not a function'), 'Unknown error')).toBe('Unknown error')
    expect(reasonOf(trpcError('', { appCode: 'INTERNAL', httpStatus: 500 }), 'Unknown error')).toBe('Unknown error')
  })

  test('of a call without a session is that there is none', () => {
    expect(say(TRPCClientError.from(new AppError('SIGNED_OUT')))).toBe('Not authenticated. Please log in again.')
  })
})

test('a 401 is known on every road', async () => {
  expect(isSignedOut(await readFailure(answer(401, '')))).toBe(true)
  expect(isSignedOut(trpcError('x', { appCode: 'SIGNED_OUT', httpStatus: 401 }))).toBe(true)
  expect(isSignedOut(TRPCClientError.from(new AppError('SIGNED_OUT')))).toBe(true)
  expect(isSignedOut(trpcError('x', { appCode: 'STORE_REJECTED', httpStatus: 422 }))).toBe(false)
})

describe('a refusal by field', () => {
  const error = trpcError('The request is not valid.', { appCode: 'INVALID_INPUT', httpStatus: 400, issues })
  test('goes to the fields', () => expect(fieldErrors(error, ['name', 'domain'])).toEqual({ domain: 'Please enter the domain' }))
  test('is said as a whole where a field is not on the form', () => expect(fieldErrors(error, ['name'])).toBeNull())
  test('is said as a whole where it names no field', () => expect(fieldErrors(new AppError('CONFLICT'), ['name'])).toBeNull())
})

test.each(['/products/export/csv', '/api/v1/products/export/csv', '/api/v1/api/v1/products/export/csv'])('%s has one prefix', (path) => {
  expect(restAddress(path)).toBe('/api/v1/products/export/csv')
})
