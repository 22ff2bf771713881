import { RecoveryCodesResponse, SecondFactorEnrollResponse, type ReauthenticateRequest } from '#shared/second-factor.ts'
import type { PasswordChangeRequest } from '#shared/session.ts'
import { isSignedOut } from '#client/failure.ts'
import { postAuth } from './send-auth.ts'
import { whenConfirmed } from './confirmation.ts'
import { dialogSignal } from '#client/dialog-calls.ts'
import { askForPasskey, makePasskey } from './passkeys.ts'
import { session } from './session.ts'

/** Sends a call with the session's token. A 401 ends the session. The call is aborted when the dialog that it was sent from closes. */
async function post(path: string, body?: object, signal = dialogSignal()): Promise<Response> {
  const authorization = `Bearer ${await session.token()}`
  return postAuth(path, body, { authorization }, signal).catch((error: unknown) => {
    if (isSignedOut(error)) session.expire()
    throw error
  })
}

function postConfirmed(path: string, body?: object): Promise<Response> {
  // The confirmation is a dialog too, so the signal is taken before it opens.
  const signal = dialogSignal()
  return whenConfirmed(() => post(path, body, signal))
}

/** How the signed-in person signs in and confirms their identity. Refusals are thrown as `AppError`. */
export const account = {
  reauthenticate: async (proof: ReauthenticateRequest): Promise<void> => {
    await post('/reauthenticate', proof)
  },
  reauthenticateByPasskey: async (): Promise<void> => {
    const response = await askForPasskey(await post('/reauthenticate/passkey/options'))
    await post('/reauthenticate/passkey', { response })
  },
  changePassword: async (request: PasswordChangeRequest): Promise<void> => {
    await postConfirmed('/change-password', request)
  },
  enrollSecondFactor: async () => SecondFactorEnrollResponse.parse(await (await postConfirmed('/second-factor/enroll')).json()),
  confirmSecondFactor: async (code: string) =>
    RecoveryCodesResponse.parse(await (await postConfirmed('/second-factor/confirm', { code })).json()).recovery_codes,
  renewRecoveryCodes: async () =>
    RecoveryCodesResponse.parse(await (await postConfirmed('/second-factor/recovery-codes')).json()).recovery_codes,
  disableSecondFactor: async (): Promise<void> => {
    await postConfirmed('/second-factor/disable')
  },
  addPasskey: async (name: string): Promise<void> => {
    const response = await makePasskey(await postConfirmed('/passkeys/options'))
    await postConfirmed('/passkeys', { name, response })
  },
}
