import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { dialect } from '#drizzle/columns.ts'
import type { Database } from '#drizzle/database.ts'
import { accounts, sessions, users, verifications } from '#drizzle/schema.ts'
import { limits } from '#shared/limits.ts'
import { mayComeIn } from '#server/auth/repo.ts'
import { keyFor } from '#server/secret.ts'

export type AuthProvider = ReturnType<typeof createAuthProvider>

type Options = { database: Database; appSecret: string; appUrl: string; passwordMinLength: number; now: () => number }

/**
 * better-auth: passwords, refresh sessions, their cookie. Only routes.ts calls it, through its server API; its own HTTP handler
 * is not mounted, so no route of its many plugins is reachable.
 */
export function createAuthProvider({ database, appSecret, appUrl, passwordMinLength, now }: Options) {
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
      revokeSessionsOnPasswordReset: true,
    },
    user: {
      additionalFields: {
        department: { type: 'string', required: false, input: false },
        isActive: { type: 'boolean', required: true, defaultValue: true, input: false },
        confirmedAt: { type: 'date', required: false, input: false },
      },
    },
    session: { expiresIn: limits.refreshTokenSeconds, updateAge: 24 * 3_600, cookieCache: { enabled: false } },
    databaseHooks: {
      user: { create: { before: async (user) => ({ data: { ...user, confirmedAt: new Date(now()) } }) } },
      session: { create: { before: (session) => mayComeIn(database.db, session.userId) } },
    },
    rateLimit: { enabled: false },
    advanced: { database: { generateId: () => crypto.randomUUID() }, useSecureCookies: appUrl.startsWith('https:') },
    logger: { disabled: true },
    telemetry: { enabled: false },
  })
}
