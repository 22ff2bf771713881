import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { failed } from '#tests/support/answer.ts'
import { cutOff, label, nowAnswering, openScreen, sentTo } from './app.tsx'

const path = () => window.location.pathname
const password = () => screen.getByLabelText(label('Password'))
const atLogin = () => screen.findByRole('heading', { name: 'Welcome back' })

async function open(address: string, answers = {}) {
  await openScreen(address, { as: null, answers })
}

async function press(name: string) {
  await userEvent.click(await screen.findByRole('button', { name }))
}

/** Only the test advances the time that a screen stays. */
const holdTime = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })

/** Expects the current screen until the time is nearly up, then the login screen. */
async function expectLoginAfter(ms: number) {
  const before = path()
  await act(() => vi.advanceTimersByTimeAsync(ms - 500))
  expect(path()).toBe(before)
  await act(() => vi.advanceTimersByTimeAsync(600))
  expect(await atLogin()).toBeVisible()
  expect(path()).toBe('/login')
}

afterEach(() => void vi.useRealTimers())

describe('login screen', () => {
  test('says what its eye shows', async () => {
    await open('/login')
    await atLogin()
    await userEvent.type(password(), 'typed')
    const eye = screen.getByRole('button', { name: 'Show password' })
    await userEvent.click(eye)
    expect(password()).toHaveAttribute('type', 'text')
    expect(eye).toHaveAttribute('aria-pressed', 'true')
  })

  test('wants both email and password before it calls', async () => {
    await open('/login')
    await atLogin()
    await userEvent.type(screen.getByLabelText(label('Email')), 'me@test.test')
    await press('Sign in')
    expect(await screen.findByText('Please enter your password')).toBeVisible()
    expect(password()).toHaveFocus()
    expect(sentTo('/api/auth/sign-in/email')).toEqual([])
  })
})

describe('third-party sign-in', () => {
  const start = '/api/auth/sign-in/social'

  test.each(['/login', '/register'])('says on %s that it is not set up', async (address) => {
    await open(address, { [start]: () => failed(404, 'NOT_FOUND', 'Not found') })
    await press('Sign in with Google')
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Sign-in with Google is not set up here. Please use your email and password.',
    )
  })

  test('says what the server says, else its own sentence', async () => {
    await open('/login', { [start]: () => failed(502, 'UNAVAILABLE', 'Google is away') })
    await press('Sign in with Google')
    expect(await screen.findByText('Google is away')).toBeVisible()
    nowAnswering({ [start]: cutOff })
    await press('Sign in with Google')
    expect(await screen.findByText('Failed to sign in with Google')).toBeVisible()
  })
})

describe('sign-up', () => {
  const signUp = '/api/auth/sign-up/email'

  type Typed = { email?: string; chosen?: string; again?: string }

  async function fillIn({ email = 'new@test.test', chosen = 'a-good-password', again = chosen }: Typed) {
    await screen.findByRole('heading', { name: 'Create your account' })
    if (email) await userEvent.type(screen.getByLabelText(label('Email')), email)
    await userEvent.type(password(), chosen)
    await userEvent.type(screen.getByLabelText(label('Confirm password')), again)
    await press('Create account')
  }

  test.each([
    ['no email', { email: '' }, 'Please enter a valid email address'],
    ['an email that is none', { email: 'abc' }, 'Please enter a valid email address'],
    ['five characters', { chosen: '12345' }, 'Password must be at least 6 characters'],
    ['two passwords', { again: 'another-password' }, 'Passwords do not match'],
  ])('refuses %s without a call', async (_, mistake, sentence) => {
    await open('/register')
    await fillIn(mistake)
    expect(await screen.findByText(sentence)).toBeVisible()
    expect(sentTo(signUp)).toEqual([])
  })

  test('says its own sentence where the server has none', async () => {
    await open('/register', { [signUp]: cutOff })
    await fillIn({})
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to create account')
  })
})

describe('invitation', () => {
  test.each([
    ['another type', '/accept-invite#type=signup&access_token=x&refresh_token=y', 'Invalid invitation link'],
    ['no fragment', '/accept-invite', 'Invalid invitation link'],
    ['values in the query', '/accept-invite?type=invite&access_token=x&refresh_token=y', 'Invalid invitation link'],
    ['no access token', '/accept-invite#type=invite', 'Invalid invitation token'],
  ])('is refused with %s', async (_, address, sentence) => {
    holdTime()
    await open(address)
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence)
    await expectLoginAfter(2_000)
  })

  test('says when the server cannot be reached', async () => {
    holdTime()
    await open('/accept-invite#type=invite&access_token=x&refresh_token=y', { '/api/auth/accept-invite': cutOff })
    expect(await screen.findByText(/^An error occurred: /)).toBeVisible()
    await expectLoginAfter(3_000)
  })
})

test.each([
  ['an error', '/auth/callback#error=server_error&error_description=<b>boo</b>'],
  ['no session', '/auth/callback#access_token=made-up'],
])('the callback of a third-party sign-in goes to the login screen with %s', async (_, address) => {
  await open(address)
  await waitFor(() => expect(path()).toBe('/login'))
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to sign in with Google')
})
