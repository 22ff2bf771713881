import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { genericOAuth } from 'better-auth/plugins'
import { dialect } from '#drizzle/columns.ts'
import type { Database } from '#drizzle/database.ts'
import { accounts, sessions, users, verifications } from '#drizzle/schema.ts'
import { limits } from '#shared/limits.ts'
import { Email } from '#shared/users.ts'
import { entrance } from '#server/auth/entrance.ts'
import { createHasher } from '#server/auth/passwords.ts'
import { confirm, isListed, mayComeIn } from '#server/auth/repo.ts'
import { keyFor } from '#server/secret.ts'

export type AuthProvider = ReturnType<typeof createAuthProvider>

/** Somebody else who vouches for people: Google, or another OpenID Connect issuer. */
export type Issuer = { id: 'google' | 'oidc'; discoveryUrl: string; clientId: string; clientSecret: string }

export type ProviderOptions = { database: Database; appSecret: string; appUrl: string; passwordMinLength: number; now: () => number }

const restricted = { error: 'access_restricted', errorDescription: 'Access Restricted' }
/** Where routes.ts writes the caller's address, over whatever the caller claimed. */
export const addressHeader = 'x-caller-address'

/** The authorized list decides, and an address must be plain: look-alike letters are no e-mail address of ours. */
async function vouchedFor(database: Database, email: unknown) {
  const parsed = Email.safeParse(email)
  return parsed.success && (await isListed(database.db, parsed.data)) ? undefined : restricted
}

const oauthConfig = ({ id, ...issuer }: Issuer) => ({
  ...issuer,
  providerId: id,
  scopes: ['openid', 'email', 'profile'],
  pkce: true,
  requireIdTokenVerification: true,
  disableSignUp: true,
  // Only what the issuer says outright: a missing claim, or one that is a text, proves nothing.
  mapProfileToUser: (profile: Record<string, unknown>) => ({ emailVerified: profile['email_verified'] === true }),
})

/**
 * better-auth: passwords, refresh sessions, their cookie, and sign-in elsewhere. Only routes.ts reaches it, through its server
 * API and two of its routes; its own HTTP handler is not mounted, so no other route of its many plugins is reachable.
 */
export function createAuthProvider(
  { database, appSecret, appUrl, passwordMinLength, now }: ProviderOptions,
  issuers: readonly Issuer[] = [],
) {
  const isHttps = appUrl.startsWith('https:')
  return betterAuth({
    baseURL: appUrl,
    basePath: '/api/auth',
    secret: keyFor(appSecret, 'better-auth').toString('base64'),
    database: drizzleAdapter(database.native, {
      provider: dialect === 'postgres' ? 'pg' : 'sqlite',
      schema: { user: users, session: sessions, account: accounts, verification: verifications },
      transaction: false,
    }),
    emailAndPassword: {
      enabled: true,
      autoSignIn: false,
      minPasswordLength: passwordMinLength,
      maxPasswordLength: limits.password.most,
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
    session: { expiresIn: limits.refreshTokenSeconds, updateAge: 24 * 3_600, cookieCache: { enabled: false } },
    databaseHooks: {
      // Only the first account, the owner's, comes to be this way; everybody else is invited.
      user: { create: { before: async (user) => ({ data: { ...user, emailVerified: true, confirmedAt: new Date(now()) } }) } },
      // Somebody else vouches for the address: as good as the link in the invitation's mail.
      account: {
        create: {
          after: ({ providerId, userId }) => (providerId === 'credential' ? Promise.resolve() : confirm(database, userId, new Date(now()))),
        },
      },
      session: { create: { before: (session) => mayComeIn(database.db, session.userId) } },
    },
    onAPIError: { errorURL: `${appUrl}/login` },
    plugins: [entrance(), genericOAuth({ config: issuers.map(oauthConfig) })],
    rateLimit: { enabled: false },
    advanced: {
      database: { generateId: () => crypto.randomUUID() },
      // Over TLS the browser itself sees to it that the cookie is this host's alone, which `__Secure-` would not.
      useSecureCookies: false,
      cookiePrefix: isHttps ? '__Host-office' : 'office',
      defaultCookieAttributes: { secure: isHttps },
      ipAddress: { ipAddressHeaders: [addressHeader] },
    },
    logger: { disabled: true },
    telemetry: { enabled: false },
  })
}
