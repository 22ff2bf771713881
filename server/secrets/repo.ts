import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#drizzle/database.ts'
import { destinations } from '#drizzle/destination-tables.ts'
import { webhooks } from '#drizzle/event-tables.ts'
import { mails } from '#drizzle/mail-tables.ts'
import { accounts, idempotencyKeys, settings, stores, users } from '#drizzle/schema.ts'
import { twoFactors } from '#drizzle/second-factor-tables.ts'

const checkKey = 'secret_check'
const Check = z.string()

/** The sealed check value that the current secret must open. null before the first start. */
export async function findCheck(db: Db): Promise<string | null> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, checkKey))
  return row ? Check.parse(row.value) : null
}

export async function keepCheck(db: Db, sealed: string) {
  await db.insert(settings).values({ key: checkKey, value: sealed }).onConflictDoNothing()
}

export async function replaceCheck(db: Db, sealed: string) {
  await db.update(settings).set({ value: sealed }).where(eq(settings.key, checkKey))
}

export async function findStoreSecret(db: Db): Promise<{ id: string; secrets: string } | null> {
  const [store] = await db.select({ id: stores.id, secrets: stores.secrets }).from(stores).limit(1)
  return store ?? null
}

export const sealedStores = (db: Db) => db.select({ id: stores.id, sealed: stores.secrets }).from(stores)

/** The tokens of approved apps. */
export const sealedTokens = (db: Db) => db.select({ id: stores.id, sealed: stores.tokens }).from(stores).where(isNotNull(stores.tokens))

/** Does nothing where the tokens were renewed in the meantime. */
export async function replaceStoreTokens(db: Db, id: string, before: string, tokens: string) {
  await db
    .update(stores)
    .set({ tokens })
    .where(and(eq(stores.id, id), eq(stores.tokens, before)))
}

/** Replaces the value only if it is unchanged, so that a concurrent write of a server with the current secret wins. */
export async function replaceStore(db: Db, id: string, before: string, secrets: string) {
  await db
    .update(stores)
    .set({ secrets })
    .where(and(eq(stores.id, id), eq(stores.secrets, before)))
}

/** The secrets of webhooks: the present one, and its predecessor. */
export const sealedWebhooks = (db: Db) =>
  db.select({ id: webhooks.id, secret: webhooks.secret, previousSecret: webhooks.previousSecret }).from(webhooks)
type SealedWebhook = Awaited<ReturnType<typeof sealedWebhooks>>[number]

/** Does nothing where a new secret was made in the meantime. */
export async function replaceWebhookSecrets(db: Db, before: SealedWebhook, { secret, previousSecret }: Omit<SealedWebhook, 'id'>) {
  await db
    .update(webhooks)
    .set({ secret, previousSecret })
    .where(and(eq(webhooks.id, before.id), eq(webhooks.secret, before.secret)))
}

export const sealedDestinations = (db: Db) =>
  db.select({ id: destinations.id, sealed: destinations.secrets }).from(destinations).where(isNotNull(destinations.secrets))

/** Does nothing where new secrets were given in the meantime. */
export async function replaceDestinationSecrets(db: Db, id: string, before: string, secrets: string) {
  await db
    .update(destinations)
    .set({ secrets })
    .where(and(eq(destinations.id, id), eq(destinations.secrets, before)))
}

export const sealedMails = (db: Db) => db.select({ id: mails.id, sealed: mails.sealed }).from(mails)

export async function replaceMail(db: Db, id: string, before: string, sealed: string) {
  await db
    .update(mails)
    .set({ sealed })
    .where(and(eq(mails.id, id), eq(mails.sealed, before)))
}

export async function removeMail(db: Db, id: string) {
  await db.delete(mails).where(eq(mails.id, id))
}

export const keptAnswers = (db: Db) => db.select().from(idempotencyKeys).where(isNotNull(idempotencyKeys.status))

export async function replaceAnswer(db: Db, row: typeof idempotencyKeys.$inferSelect, answer: string) {
  const { userId, apiKeyId, key, requestHash } = idempotencyKeys
  await db
    .update(idempotencyKeys)
    .set({ answer })
    .where(and(eq(userId, row.userId), eq(apiKeyId, row.apiKeyId), eq(key, row.key), eq(requestHash, row.requestHash)))
}

export const oauthTokens = (db: Db) =>
  db
    .select({ id: accounts.id, accessToken: accounts.accessToken, refreshToken: accounts.refreshToken, idToken: accounts.idToken })
    .from(accounts)
type OauthTokens = Awaited<ReturnType<typeof oauthTokens>>[number]

export async function replaceTokens(db: Db, { id, ...tokens }: OauthTokens) {
  await db.update(accounts).set(tokens).where(eq(accounts.id, id))
}

export const secondFactors = (db: Db) =>
  db.select({ id: twoFactors.id, secret: twoFactors.secret, backupCodes: twoFactors.backupCodes }).from(twoFactors)
type SecondFactor = Awaited<ReturnType<typeof secondFactors>>[number]

/** Does nothing where the row has changed, so that recovery codes used in the meantime stay used. */
export async function replaceFactor(db: Db, before: SecondFactor, { secret, backupCodes }: SecondFactor) {
  await db
    .update(twoFactors)
    .set({ secret, backupCodes })
    .where(and(eq(twoFactors.id, before.id), eq(twoFactors.secret, before.secret), eq(twoFactors.backupCodes, before.backupCodes)))
}

/** Removes a second factor. Its person signs in without one, and can set up another. */
export async function removeLostFactor(db: Db, id: string) {
  const ofFactor = eq(twoFactors.id, id)
  const owner = db.select({ id: twoFactors.userId }).from(twoFactors).where(ofFactor)
  await db.update(users).set({ twoFactorEnabled: false }).where(inArray(users.id, owner))
  await db.delete(twoFactors).where(ofFactor)
}
