import type { Examined } from '#server/doctor/examined.ts'
import { ok, problem, warning, type Finding } from '#server/doctor/finding.ts'
import { tryMailServer } from '#server/mail/try-server.ts'

export async function checkMail({ env }: Examined, signal: AbortSignal): Promise<Finding[]> {
  const { smtpUrl, from } = env.mail
  if (smtpUrl === null) {
    const says = `Mails lie in ${env.DATA_DIR}/outbox, because SMTP_URL is not set.`
    return [env.isProduction ? warning(says, 'Set SMTP_URL where people are to receive them.') : ok(says)]
  }
  const { host } = new URL(smtpUrl)
  const refusal = await tryMailServer(smtpUrl, from, signal)
  if (refusal === null) return [ok(`${host} accepts mails from ${from}.`)]
  const mends = {
    connect: 'Start the mail server, or correct SMTP_URL.',
    login: 'Correct the user and password in SMTP_URL.',
    sender: 'Set MAIL_FROM to an address that this mail server may send for.',
    recipient: 'Set MAIL_FROM to an address that this mail server knows.',
  }
  return [problem(`${host} refuses: ${refusal.reason}.`, mends[refusal.step])]
}
