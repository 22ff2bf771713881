import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'

/** Whether this browser knows passkeys. It does so only on pages that came over https or from this machine. */
export const knowsPasskeys = (): boolean => 'PublicKeyCredential' in window

const saidBy: Record<string, string> = {
  NotAllowedError: messages.security.passkeyCancelled,
  InvalidStateError: messages.security.passkeyKnown,
}

/** What the browser says about a ceremony that did not end well, in a sentence for its user where we have one. */
function refusal(error: unknown): unknown {
  const sentence = error instanceof Error ? saidBy[error.name] : undefined
  return sentence === undefined ? error : new AppError('PASSKEY_REFUSED', sentence, { cause: error })
}

/** The library comes with the first ceremony: few people need it, and never on the first screen. */
const library = () => import('@simplewebauthn/browser')

/** Asks for a passkey of this browser's; `options` is the provider's answer, which the library checks. Throws PASSKEY_REFUSED where none is given. */
export async function askForPasskey(options: Response): Promise<object> {
  const { startAuthentication } = await library()
  return startAuthentication({ optionsJSON: await options.json() }).catch((error: unknown) => {
    throw refusal(error)
  })
}

/** Makes a passkey in this browser or on a device near it. Throws PASSKEY_REFUSED where that does not come about. */
export async function makePasskey(options: Response): Promise<object> {
  const { startRegistration } = await library()
  return startRegistration({ optionsJSON: await options.json() }).catch((error: unknown) => {
    throw refusal(error)
  })
}
