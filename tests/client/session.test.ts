import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { liveSession } from '#client/session/answers.ts'
import type { Provider } from '#client/session/provider.ts'
import { createSession } from '#client/session/session.ts'
import { createSessionStore, type LiveSession, type SessionEvent } from '#client/session/store.ts'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'

const hour = limits.accessTokenSeconds * 1_000
const signedOut = () => Promise.reject(new AppError('SIGNED_OUT'))
const offline = () => Promise.reject(new TypeError('Failed to fetch'))

function sessionFor(token: string, userId = 'u1'): LiveSession {
  const endsAt = Date.now() + hour
  const user = { id: userId, email: 'owner@demo.test' }
  return { token, refresh_token: 'r', expires_at: new Date(endsAt).toISOString(), user, endsAt }
}

/** A provider without a signed-in user. The test can replace its answers. */
function world(answers: Partial<Provider> = {}, kept = new Map<string, string>()) {
  const provider: Provider = {
    signIn: async () => sessionFor('first'),
    verifySecondFactor: async () => sessionFor('second factor'),
    signInByPasskey: async () => sessionFor('passkey'),
    signUp: async () => ({ user: null, message: 'A mail is on its way' }),
    acceptInvitation: async () => ({ ...sessionFor('invited'), passwordToken: null }),
    requestPasswordLink: async () => ({ message: 'A mail is on its way' }),
    resetPassword: async () => undefined,
    signOut: async () => undefined,
    renew: signedOut,
    startGoogle: async () => 'https://accounts.example',
    ...answers,
  }
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const session = createSession(provider, () => storage)
  const events: SessionEvent[] = []
  session.subscribe((event) => events.push(event))
  return { session, events, kept, provider }
}

const credentials = { email: 'owner@demo.test', password: 'demo-password-1' }

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-21T08:00:00Z') }))
afterEach(() => void vi.useRealTimers())

describe('loading', () => {
  test('ends signed in where the cookie still holds a session', async () => {
    const { session, events } = world({ renew: async () => sessionFor('restored') })
    expect(session.state().status).toBe('loading')
    await session.restore()
    await session.settled()
    expect(session.state()).toMatchObject({ status: 'signedIn', session: { token: 'restored' } })
    expect(events).toEqual(['INITIAL_SESSION'])
  })

  test('ends signed out where it does not', async () => {
    const { session, events } = world()
    await session.restore()
    expect(session.state()).toEqual({ status: 'signedOut', session: null, by: 'nobody' })
    expect(events).toEqual(['INITIAL_SESSION'])
  })

  test.each([
    ['cannot be reached', offline],
    ['has no database', () => Promise.reject(new AppError('UNAVAILABLE'))],
  ])('shows neither while the server %s, for however long, and then ends signed in', async (_, away) => {
    let renew: () => Promise<LiveSession> = away
    const { session, events } = world({ renew: () => renew() })
    const restored = session.restore()
    await vi.advanceTimersByTimeAsync(10 * limits.renewWindowMs)
    expect([session.state().status, events]).toEqual(['loading', []])
    renew = async () => sessionFor('restored')
    await vi.advanceTimersByTimeAsync(limits.renewWindowMs)
    await restored
    expect(session.state()).toMatchObject({ status: 'signedIn', session: { token: 'restored' } })
  })

  test('ends in any case, also where the storage of the browser throws', async () => {
    const session = createSession({ ...world().provider, renew: async () => sessionFor('restored') }, () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    })
    await expect(session.restore()).rejects.toThrow('insecure')
    await session.settled()
    expect(session.state().status).toBe('signedOut')
  })

  test('a call made meanwhile waits for it', async () => {
    const { session } = world({ renew: async () => sessionFor('restored') })
    await expect(session.token()).resolves.toBe('restored')
  })
})

describe('events', () => {
  const all: readonly SessionEvent[] = [
    'INITIAL_SESSION',
    'SIGNED_IN',
    'SIGNED_OUT',
    'TOKEN_REFRESHED',
    'USER_UPDATED',
    'PASSWORD_RECOVERY',
  ]
  test.each(all)('%s changes the stored session and tells the listeners', (event) => {
    const store = createSessionStore()
    const heard = vi.fn<(event: SessionEvent) => void>()
    store.subscribe(heard)
    const session = event === 'SIGNED_OUT' ? null : { ...sessionFor('new'), user: { id: 'u1', email: 'new@demo.test' } }
    store.accept(event, session)
    expect(store.state()).toEqual(session ? { status: 'signedIn', session } : { status: 'signedOut', session: null, by: 'nobody' })
    expect(heard).toHaveBeenCalledExactlyOnceWith(event, store.state())
  })
})

describe('renewal', () => {
  test('begins when 90 s are left, not when 91 s are', async () => {
    const renew = vi.fn<() => Promise<LiveSession>>(async () => sessionFor('second'))
    const { session, events } = world({ renew })
    await session.signIn(credentials)
    await vi.advanceTimersByTimeAsync(hour - 91_000)
    await expect(session.token()).resolves.toBe('first')
    expect(renew).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(renew).toHaveBeenCalledOnce()
    await expect(session.token()).resolves.toBe('second')
    expect(events).toEqual(['SIGNED_IN', 'TOKEN_REFRESHED'])
  })

  test('is looked up when the tab wakes after its timer slept', async () => {
    const { session } = world({ renew: async () => sessionFor('second') })
    await session.signIn(credentials)
    vi.setSystemTime(Date.now() + 2 * hour)
    await session.check()
    expect(session.state().session?.token).toBe('second')
  })

  test('is shared by 50 calls that need it at once', async () => {
    const renew = vi.fn<() => Promise<LiveSession>>(async () => sessionFor('second'))
    const { session } = world({ renew })
    await session.signIn(credentials)
    vi.setSystemTime(Date.now() + hour - 80_000)
    const tokens = await Promise.all(Array.from({ length: 50 }, () => session.token()))
    expect(new Set(tokens)).toEqual(new Set(['second']))
    expect(renew).toHaveBeenCalledOnce()
  })

  test('is tried again after 200, 400, 800 ms … and given up within 30 s, without losing the session', async () => {
    const tries: number[] = []
    const renew = () => {
      tries.push(Date.now())
      return offline()
    }
    const { session } = world({ renew })
    await session.signIn(credentials)
    vi.setSystemTime(Date.now() + hour)
    const refusal = session.token().catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(limits.renewWindowMs)
    expect(await refusal).toEqual(new TypeError('Failed to fetch'))
    expect(tries.slice(1).map((at, index) => at - (tries[index] ?? 0))).toEqual([200, 400, 800, 1_600, 3_200, 6_400, 12_800])
    expect(session.state().status).toBe('signedIn')
  })

  test('that fails leaves the token in use while it is good', async () => {
    const { session } = world({ renew: offline })
    await session.signIn(credentials)
    vi.setSystemTime(Date.now() + hour - 60_000)
    const token = session.token()
    await vi.advanceTimersByTimeAsync(limits.renewWindowMs)
    await expect(token).resolves.toBe('first')
  })

  test('that is refused ends the session', async () => {
    const { session, events } = world()
    await session.signIn(credentials)
    await vi.advanceTimersByTimeAsync(hour - 90_000)
    expect(session.state().status).toBe('signedOut')
    expect(events).toEqual(['SIGNED_IN', 'SIGNED_OUT'])
  })

  test('that arrives after a sign-out changes nothing', async () => {
    const answer = Promise.withResolvers<LiveSession>()
    const { session } = world({ renew: () => answer.promise })
    await session.signIn(credentials)
    await vi.advanceTimersByTimeAsync(hour - 90_000)
    await session.signOut()
    answer.resolve(sessionFor('late'))
    await vi.advanceTimersByTimeAsync(0)
    expect(session.state().status).toBe('signedOut')
  })

  test('that brings another person ends the first one’s session, and does nothing of theirs in the other’s name', async () => {
    const { session, events } = world({ renew: async () => sessionFor('other', 'u2') })
    await session.signIn(credentials)
    vi.setSystemTime(Date.now() + hour)
    await expect(session.token()).rejects.toThrow('Somebody else has signed in with this browser.')
    expect(events).toEqual(['SIGNED_IN', 'SIGNED_OUT', 'SIGNED_IN'])
    expect(session.state().session?.user.id).toBe('u2')
    await expect(session.token()).resolves.toBe('other')
  })

  test('goes by the server clock where this machine runs an hour fast', async () => {
    const server = Date.now() - hour
    const body = { ...sessionFor('first'), expires_at: new Date(server + hour).toISOString() }
    const { endsAt } = await liveSession(Response.json(body, { headers: { date: new Date(server).toUTCString() } }))
    expect(endsAt - Date.now()).toBe(hour)
  })
})

describe('signing in and out', () => {
  test('a refused sign-in is thrown to the caller', async () => {
    const { session } = world({ signIn: () => Promise.reject(new AppError('WRONG_CREDENTIALS')) })
    await expect(session.signIn(credentials)).rejects.toMatchObject({ code: 'WRONG_CREDENTIALS' })
  })

  test('a sign-out that fails is thrown to the caller, and the session is gone all the same', async () => {
    const { session, events } = world({ signOut: offline })
    await session.signIn(credentials)
    await expect(session.signOut()).rejects.toThrow('Failed to fetch')
    expect(session.state().status).toBe('signedOut')
    expect(events).toEqual(['SIGNED_IN', 'SIGNED_OUT'])
  })

  test('a sign-out that did not reach the server is made up for on the next load', async () => {
    const { session, kept } = world({ signOut: offline })
    await session.signIn(credentials)
    await session.signOut().catch(() => undefined)
    const signOut = vi.fn<() => Promise<void>>(async () => undefined)
    const next = world({ signOut, renew: async () => sessionFor('cookie') }, kept)
    await next.session.restore()
    expect(next.session.state().status).toBe('signedOut')
    expect(signOut).toHaveBeenCalledOnce()
    expect(kept.size).toBe(0)
  })

  describe('after a sign-out that did not reach the server', () => {
    async function leave(next: () => Promise<void> = async () => undefined) {
      const signOut = vi.fn<() => Promise<void>>(next).mockImplementationOnce(offline)
      const left = world({ signOut })
      await left.session.signIn(credentials)
      await left.session.signOut().catch(() => undefined)
      return { ...left, signOut }
    }

    test('the next sign-in ends the former session first', async () => {
      const { session, signOut, kept } = await leave()
      await session.signIn(credentials)
      expect(signOut).toHaveBeenCalledTimes(2)
      expect([session.state().status, kept.size]).toEqual(['signedIn', 0])
    })

    test('one through Google is not undone on the way back', async () => {
      const { session, kept } = await leave()
      await session.startGoogle()
      const back = world({ renew: async () => sessionFor('google') }, kept)
      await back.session.restore()
      expect(back.session.state().session?.token).toBe('google')
    })

    test('an invitation is accepted only once that is made up for', async () => {
      const { session, kept } = await leave(offline)
      await expect(session.acceptInvitation({ access_token: 'a', refresh_token: 'r' })).rejects.toThrow('Failed to fetch')
      expect([session.state().status, kept.size]).toEqual(['signedOut', 1])
    })

    test('a sign-in waits for the answer that the load asked for, and asks no second time', async () => {
      const { kept } = await leave()
      const answer = Promise.withResolvers<void>()
      const signOut = vi.fn<() => Promise<void>>(() => answer.promise)
      const { session } = world({ signOut }, kept)
      const restored = session.restore()
      const signedIn = session.signIn(credentials)
      expect(session.state().status).toBe('signedOut')
      answer.resolve()
      await Promise.all([restored, signedIn])
      expect(signOut).toHaveBeenCalledOnce()
      expect(session.state().status).toBe('signedIn')
    })
  })

  test('a 401 ends the session once', async () => {
    const { session, events } = world()
    await session.signIn(credentials)
    session.expire()
    session.expire()
    expect(events).toEqual(['SIGNED_IN', 'SIGNED_OUT'])
  })

  test('a call without a session says so', async () => {
    const { session } = world()
    await session.restore()
    await expect(session.token()).rejects.toThrow('Not authenticated. Please log in again.')
  })
})
