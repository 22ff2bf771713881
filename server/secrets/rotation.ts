import type { Database, Db } from '#drizzle/database.ts'
import { createAuthCipher, type AuthCipher } from '#server/auth/auth-cipher.ts'
import { destinationBinding } from '#server/destinations/secrets.ts'
import { answerBinding } from '#server/http/idempotency.ts'
import { mailBinding } from '#server/mail/mail.ts'
import { checkBinding } from './check.ts'
import {
  findCheck,
  keptAnswers,
  oauthTokens,
  removeLostFactor,
  removeMail,
  replaceAnswer,
  replaceDestinationSecrets,
  replaceCheck,
  replaceFactor,
  replaceMail,
  replaceStore,
  replaceStoreTokens,
  replaceTokens,
  replaceWebhookSecrets,
  sealedDestinations,
  sealedMails,
  sealedStores,
  sealedTokens,
  sealedWebhooks,
  secondFactors,
} from './repo.ts'
import type { AppSecrets } from './secret.ts'
import { deleteSealedKey, findSealedKey, replaceSealedKey } from '#server/sheets/google-key-repo.ts'
import { googleKeyBinding } from '#server/sheets/google-keys.ts'
import { boundTo } from '#server/stores/secrets.ts'
import { tokensBoundTo } from '#server/stores/tokens.ts'
import { webhookBinding } from '#server/webhooks/secrets.ts'
import { createVault, type Vault } from '#server/stores/vault.ts'

/** The number of rows that were re-encrypted, that were already current, and that no given secret could decrypt. */
export type Rotated = { renewed: number; current: number; unopened: number }
/**
 * `renew`: decrypts and encrypts again, and returns what stores the result. It rejects where no given secret opens the row, and for nothing else: what is
 * given up then is lost. `giveUp`: what lets the server start, and its people sign in, without the secret of the row.
 */
type Row = { isCurrent: boolean; renew(): Promise<() => Promise<void>>; giveUp?: () => Promise<void> }

async function renewAll(rows: readonly Row[], givesUp: boolean): Promise<Rotated> {
  const counts: Rotated = { renewed: 0, current: 0, unopened: 0 }
  for (const row of rows) {
    if (row.isCurrent) {
      counts.current += 1
      continue
    }
    const store = await row.renew().catch(() => null)
    if (store) await store()
    else if (givesUp) await row.giveUp?.()
    counts[store ? 'renewed' : 'unopened'] += 1
  }
  return counts
}

async function sealedRows(db: Db, vault: Vault) {
  const row = (sealed: string, bindTo: string, replace: (next: string) => Promise<void>): Row => ({
    isCurrent: vault.isCurrent(sealed),
    async renew() {
      const next = vault.seal(vault.open(sealed, bindTo), bindTo)
      return async () => replace(next)
    },
  })
  const [check, googleKey] = [await findCheck(db), await findSealedKey(db)]
  const [stores, tokens, answers] = [await sealedStores(db), await sealedTokens(db), await keptAnswers(db)]
  return {
    'stores: credentials': stores.map(({ id, sealed }) => row(sealed, boundTo(id), (next) => replaceStore(db, id, sealed, next))),
    'stores: tokens': tokens.map(({ id, sealed }) =>
      row(sealed ?? '', tokensBoundTo(id), (next) => replaceStoreTokens(db, id, sealed ?? '', next)),
    ),
    'answers kept for Idempotency-Key': answers.map((kept) =>
      row(String(kept.answer), answerBinding(kept), (next) => replaceAnswer(db, kept, next)),
    ),
    'webhooks: secrets': (await sealedWebhooks(db)).map((before) => {
      const binding = webhookBinding(before.id)
      const renewed = (sealed: string) => vault.seal(vault.open(sealed, binding), binding)
      const { secret, previousSecret } = before
      return {
        isCurrent: [secret, previousSecret].every((sealed) => sealed === null || vault.isCurrent(sealed)),
        async renew() {
          const next = { secret: renewed(secret), previousSecret: previousSecret && renewed(previousSecret) }
          return async () => replaceWebhookSecrets(db, before, next)
        },
      }
    }),
    'destinations: secrets': (await sealedDestinations(db)).map(({ id, sealed }) =>
      row(sealed ?? '', destinationBinding(id), (next) => replaceDestinationSecrets(db, id, sealed ?? '', next)),
    ),
    'Google key':
      googleKey === null
        ? []
        : [{ ...row(googleKey, googleKeyBinding, (next) => replaceSealedKey(db, googleKey, next)), giveUp: () => deleteSealedKey(db) }],
    'mails that wait': (await sealedMails(db)).map(({ id, sealed }) => ({
      ...row(sealed, mailBinding(id), (next) => replaceMail(db, id, sealed, next)),
      giveUp: () => removeMail(db, id),
    })),
    'check value':
      check === null
        ? []
        : [{ ...row(check, checkBinding, (next) => replaceCheck(db, next)), giveUp: () => replaceCheck(db, vault.seal('', checkBinding)) }],
  }
}

async function encryptedRows(db: Db, cipher: AuthCipher) {
  const renewed = async (text: string | null) => (text === null || cipher.isCurrent(text) ? text : cipher.renew(text))
  const isCurrent = (texts: readonly (string | null)[]) => texts.every((text) => text === null || cipher.isCurrent(text))
  const tokens = (await oauthTokens(db)).filter(({ accessToken, refreshToken, idToken }) => accessToken ?? refreshToken ?? idToken)
  return {
    'accounts: tokens of issuers': tokens.map(({ id, accessToken, refreshToken, idToken }) => ({
      isCurrent: isCurrent([accessToken, refreshToken, idToken]),
      async renew() {
        const [access, refresh, identity] = [await renewed(accessToken), await renewed(refreshToken), await renewed(idToken)]
        return async () => replaceTokens(db, { id, accessToken: access, refreshToken: refresh, idToken: identity })
      },
    })),
    'second factors': (await secondFactors(db)).map((before) => ({
      isCurrent: isCurrent([before.secret, before.backupCodes]),
      async renew() {
        const [secret, backupCodes] = [await renewed(before.secret), await renewed(before.backupCodes)]
        return async () => replaceFactor(db, before, { id: before.id, secret: secret ?? '', backupCodes: backupCodes ?? '' })
      },
      giveUp: () => removeLostFactor(db, before.id),
    })),
  }
}

/**
 * Re-encrypts all data of previous secrets with the current one. Returns the numbers by kind. It can be repeated, and it can run while
 * servers that know both secrets run. The previous secrets can be removed when `unopened` is 0 for each kind.
 *
 * With `givesUp`, what no given secret opens no longer keeps the server from starting and people from signing in: second factors, mails that
 * wait and the Google key are removed. Credentials of stores, webhooks and destinations stay as they are until new ones replace them.
 */
export async function rotateSecrets({ db }: Database, secrets: AppSecrets, { givesUp = false } = {}): Promise<Record<string, Rotated>> {
  const rows: Record<string, readonly Row[]> = {
    ...(await sealedRows(db, createVault(secrets))),
    ...(await encryptedRows(db, createAuthCipher(secrets))),
  }
  const rotated: Record<string, Rotated> = {}
  for (const [kind, of] of Object.entries(rows)) rotated[kind] = await renewAll(of, givesUp)
  return rotated
}
