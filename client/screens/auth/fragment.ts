import { errors } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'

/** What a link brings along behind its `#`, with or without that sign: secrets stand there because no server ever sees it. */
export const fragmentOf = (hash: string): URLSearchParams => new URLSearchParams(hash.replace(/^#/, ''))

export const isInvitation = (hash: string): boolean => fragmentOf(hash).get('type') === 'invite'

export type Invitation = { access_token: string; refresh_token: string }

/** The secrets of an invitation link, or why the link is invalid. */
export function invitationIn(hash: string): Invitation | { wrong: string } {
  const fragment = fragmentOf(hash)
  const access = fragment.get('access_token')
  if (fragment.get('type') !== 'invite') return { wrong: messages.invitation.linkInvalid }
  if (!access) return { wrong: messages.invitation.tokenInvalid }
  return { access_token: access, refresh_token: fragment.get('refresh_token') ?? '' }
}

/** Codes with which a third-party sign-in comes back to /login. */
export const signInFailures = ['access_restricted', 'sign_in_failed'] as const
type SignInFailure = (typeof signInFailures)[number]

const known = (code: string | null): SignInFailure | undefined => signInFailures.find((failure) => failure === code)

/** The failure with which a third-party sign-in came back to /login, of the query of its address. */
export const failureInQuery = (query: string): SignInFailure | undefined => known(new URLSearchParams(query).get('error'))

/** Only our own sentences are shown: anybody can write anything into an address. */
export const sentenceFor = (failure: SignInFailure): string =>
  failure === 'access_restricted' ? errors.ACCESS_RESTRICTED.message : messages.auth.googleFailed

/** What an address says about a third-party sign-in that failed, in its fragment or its query; `null` where it says nothing of the kind. */
export function failureIn({ hash, search }: { hash: string; search: string }): SignInFailure | null {
  const code = fragmentOf(hash).get('error') ?? new URLSearchParams(search).get('error')
  return code === null ? null : (known(code) ?? 'sign_in_failed')
}
