import type { Examined } from '#server/doctor/examined.ts'
import { NotChecked, ok, problem, innermostReason, type Finding } from '#server/doctor/finding.ts'
import { connectGoogle } from '#server/sheets/google.ts'
import { createGoogleKeys } from '#server/sheets/google-keys.ts'
import type { GoogleAccount } from '#shared/google-key.ts'

/** The account in use: that of the settings, or of the environment. Without a database that can be asked, it is the environment's. */
async function accountInUse({ env, database, vault }: Examined): Promise<GoogleAccount | null> {
  const { account: environment } = env.google
  try {
    const held = await createGoogleKeys({ database: await database(), vault: vault(), environment }).current()
    return held && held.account
  } catch (error) {
    if (error instanceof NotChecked) return environment
    throw error
  }
}

export async function checkGoogle(examined: Examined): Promise<Finding[]> {
  const { sheetsEndpoint, tokenEndpoint } = examined.env.google
  const account = await accountInUse(examined)
  if (account === null) return [ok('There are no exports into spreadsheets: neither the settings nor GOOGLE_SERVICE_ACCOUNT have a key.')]
  try {
    const google = await connectGoogle({ sheetsEndpoint, tokenEndpoint, fetch: examined.fetch }, account)
    await google.authorize()
    return [ok(`Google gives a token to ${account.client_email}.`)]
  } catch (error) {
    const mend = 'Make a new key for the service account, save it under Settings, Google Sheets, and let this machine reach Google.'
    return [problem(`Google gives no token to ${account.client_email}: ${innermostReason(error)}.`, mend)]
  }
}
