import { betterAuth } from 'better-auth/minimal'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { genericOAuth } from 'better-auth/plugins'
import { dialect } from '#drizzle/dialect.ts'
import type { Database } from '#drizzle/database.ts'
import { accounts, sessions, users, verifications } from '#drizzle/schema.ts'
import { passkeys, twoFactors } from '#drizzle/second-factor-tables.ts'
import { limits } from '#shared/limits.ts'
import { Email } from '#shared/users.ts'
import { cookiePrefix } from '#server/auth/cookies.ts'
import { invitedSignIn } from './invited-sign-in.ts'
import { factorPlugins } from '#server/auth/factor-plugins.ts'
import { createHasher } from '#server/auth/passwords.ts'
import { confirm, isListed, mayComeIn } from '#server/auth/repo.ts'
import { authSecrets } from '#server/auth/auth-secrets.ts'
import type { AppSecrets } from '#server/secrets/secret.ts'

export type AuthProvider = ReturnType<typeof createAuthProvider>

/** An identity provider: Google, or another OpenID Connect issuer. */
export type Issuer = { id: 'google' | 'oidc'; discoveryUrl: string; clientId: string; clientSecret: string }

export type ProviderOptions = AppSecrets & { database: Database; appUrl: string; passwordMinLength: number; now: () => number }

const restricted = { error: 'access_restricted', errorDescription: 'Access Restricted' }
/** The header that gives better-auth the caller's address. Our code builds the headers, so a caller cannot set it. */
export const addressHeader = 'x-caller-address'

/** Accepts the addresses on the authorized list. `Email` allows ASCII letters only, so look-alike letters are refused. */
async function vouchedFor(database: Database, email: unknown) {
  const parsed = Email.safeParse(email)
  return parsed.success && (await isListed(database.db, parsed.data)) ? undefined : restricted
}

/** A session begins with a proof of identity. Its times are those of our clock. */
function sessionTimes(now: number) {
  const at = new Date(now)
  return { createdAt: at, updatedAt: at, authenticatedAt: at, expiresAt: new Date(now + limits.refreshTokenSeconds * 1_000) }
}

const oauthConfig = ({ id, ...issuer }: Issuer) => ({
  ...issuer,
  providerId: id,
  scopes: ['openid', 'email', 'profile'],
  pkce: true,
  requireIdTokenVerification: true,
  disableSignUp: true,
  // Only `true` counts. A missing claim, or one that is a text, proves nothing.
  mapProfileToUser: (profile: Record<string, unknown>) => ({ emailVerified: profile['email_verified'] === true }),
})

/**
 * better-auth: passwords, sessions, their cookie, second factors, and sign-in with an issuer. Only server/auth uses it, through its server
 * API and two of its routes. Its own HTTP handler is not mounted, so no other route of its many plugins is reachable.
 */
export function createAuthProvider(
  { database, appUrl, passwordMinLength, now, ...secrets }: ProviderOptions,
  issuers: readonly Issuer[] = [],
) {
  const isHttps = appUrl.startsWith('https:')
  return betterAuth({
    baseURL: appUrl,
    basePath: '/api/auth',
    ...authSecrets(secrets),
    database: drizzleAdapter(database.native, {
      provider: dialect === 'postgres' ? 'pg' : 'sqlite',
      schema: { user: users, session: sessions, account: accounts, verification: verifications, twoFactor: twoFactors, passkey: passkeys },
      transaction: false,
    }),
    emailAndPassword: {
      enabled: true,
      autoSignIn: false,
      minPasswordLength: passwordMinLength,
      maxPasswordLength: limits.password.max,
      password: createHasher(),
    },
    user: {
      additionalFields: {
        department: { type: 'string', required: false, input: false },
        isActive: { type: 'boolean', required: true, defaultValue: true, input: false },
        confirmedAt: { type: 'date', required: false, input: false },
      },
      validateUserInfo: async ({ user, source }) => (source.method === 'oauth' ? vouchedFor(database, user.email) : undefined),
    },
    account: { encryptOAuthTokens: true, accountLinking: { enabled: true, trustedProviders: [] } },
    session: {
      expiresIn: limits.refreshTokenSeconds,
      // refresh.ts extends sessions instead.
      disableSessionRefresh: true,
      // server/procedure/confirmed.ts checks instead whether a proof is recent.
      freshAge: 0,
      cookieCache: { enabled: false },
      additionalFields: { authenticatedAt: { type: 'date', required: false, input: false } },
    },
    databaseHooks: {
      // Only the first account, the owner's, is created this way. Everybody else is invited.
      user: { create: { before: async (user) => ({ data: { ...user, emailVerified: true, confirmedAt: new Date(now()) } }) } },
      // The issuer has verified the address. This confirms it like the link in the invitation's mail.
      account: {
        create: {
          after: ({ providerId, userId }) => (providerId === 'credential' ? Promise.resolve() : confirm(database, userId, new Date(now()))),
        },
      },
      session: {
        create: { before: async ({ userId }) => ((await mayComeIn(database.db, userId)) ? { data: sessionTimes(now()) } : false) },
      },
    },
    onAPIError: { errorURL: `${appUrl}/login` },
    plugins: [invitedSignIn(), genericOAuth({ config: issuers.map(oauthConfig) }), ...factorPlugins(appUrl)],
    rateLimit: { enabled: false },
    advanced: {
      database: { generateId: () => crypto.randomUUID() },
      // Our prefix `__Host-` is stricter than `__Secure-`.
      useSecureCookies: false,
      cookiePrefix: cookiePrefix(appUrl),
      defaultCookieAttributes: { secure: isHttps },
      ipAddress: { ipAddressHeaders: [addressHeader] },
    },
    logger: { disabled: true },
    telemetry: { enabled: false },
  })
}
