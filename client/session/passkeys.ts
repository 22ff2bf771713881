import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'

/** Whether this browser supports passkeys. Browsers do so only on pages from https or localhost. */
export const knowsPasskeys = (): boolean => 'PublicKeyCredential' in window

const saidBy: Record<string, string> = {
  NotAllowedError: messages.security.passkeyCancelled,
  InvalidStateError: messages.security.passkeyKnown,
}

/** Turns the browser's error into one with a message for the user, where we have one. */
function refusal(error: unknown): unknown {
  const sentence = error instanceof Error ? saidBy[error.name] : undefined
  return sentence === undefined ? error : new AppError('PASSKEY_REFUSED', sentence, { cause: error })
}

/** Loaded with the first ceremony: few people need it, and never on the first screen. */
const library = () => import('@simplewebauthn/browser')

/**
 * Asks for a passkey of this browser. `options` is the provider's answer, which the library checks. Throws PASSKEY_REFUSED if the person
 * cancels.
 */
export async function askForPasskey(options: Response): Promise<object> {
  const { startAuthentication } = await library()
  return startAuthentication({ optionsJSON: await options.json() }).catch((error: unknown) => {
    throw refusal(error)
  })
}

/** Creates a passkey in this browser or on a nearby device. Throws PASSKEY_REFUSED if the person cancels or already has one there. */
export async function makePasskey(options: Response): Promise<object> {
  const { startRegistration } = await library()
  return startRegistration({ optionsJSON: await options.json() }).catch((error: unknown) => {
    throw refusal(error)
  })
}
