import type { Examined } from '#server/doctor/examined.ts'
import { ok, problem, innermostReason, type Finding } from '#server/doctor/finding.ts'
import { trySigningIn } from '#server/sheets/google.ts'

export async function checkGoogle({ env, fetch }: Examined): Promise<Finding[]> {
  const { account, sheetsEndpoint, tokenEndpoint } = env.google
  if (account === null) return [ok('There are no exports into spreadsheets, because GOOGLE_SERVICE_ACCOUNT is not set.')]
  try {
    await trySigningIn({ account, sheetsEndpoint, tokenEndpoint, fetch })
    return [ok(`Google gives a token to ${account.client_email}.`)]
  } catch (error) {
    const mend = 'Make a new key for the service account, give its file as GOOGLE_SERVICE_ACCOUNT, and let this machine reach Google.'
    return [problem(`Google gives no token to ${account.client_email}: ${innermostReason(error)}.`, mend)]
  }
}
