// The key of the Google service account, as the settings show and change it.
import { createPrivateKey } from 'node:crypto'
import { googleMessages } from '#shared/google-messages.ts'
import { googleAccountIn, type GoogleKey, type GoogleKeyResponse, type GoogleKeySaveRequest } from '#shared/google-key.ts'
import type { Deps } from '#server/deps.ts'
import { refuseField } from '#server/procedure/refuse-field.ts'

/** Whether the text is an unencrypted RSA key. Google signs with no other kind. */
function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa'
  } catch {
    // The error tells nothing that a person could act on, and could quote the key.
    return false
  }
}

/** The key in use, without the key itself. */
export async function googleKey({ googleKeys }: Deps): Promise<GoogleKeyResponse> {
  const held = await googleKeys.current()
  const google: GoogleKey = {
    source: held?.source ?? null,
    email: held?.account.client_email ?? null,
    savedAt: held?.savedAt ?? null,
    environmentEmail: googleKeys.environment?.client_email ?? null,
  }
  return { google }
}

/**
 * Saves a key that Google accepts. Throws INVALID_INPUT for a key that cannot be read, and SHEETS_ACCOUNT_REFUSED, SHEETS_BUSY and
 * SHEETS_UNREACHABLE. Then nothing is saved, so that a working key is never replaced by one that does not work.
 */
export async function saveGoogleKey(deps: Deps, { key }: GoogleKeySaveRequest, signal: AbortSignal): Promise<GoogleKeyResponse> {
  const account = googleAccountIn(key)
  if (!isRsaKey(account.private_key)) refuseField('key', googleMessages.mistakes.privateKeyUnreadable)
  await deps.sheets.prove(account, { urgent: true, signal })
  await deps.googleKeys.save(account, new Date(deps.now()))
  return googleKey(deps)
}

/** Removes the key of the settings. From then on, that of the environment is used, if there is one. */
export async function removeGoogleKey(deps: Deps): Promise<GoogleKeyResponse> {
  await deps.googleKeys.remove()
  return googleKey(deps)
}
